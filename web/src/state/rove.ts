/** Arrow keys inside a group of radios or tabs: the next one gets the focus and is chosen, as people expect of them. */

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function rove(event: KeyboardEvent): void {
  const at = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[role=radio], [role=tab]") : null;
  const step = STEPS[event.key];
  const group = at?.closest("[role=radiogroup], [role=tablist]");
  if (!at || !step || !group || event.ctrlKey || event.altKey || event.metaKey) return;
  const all = [...group.querySelectorAll<HTMLElement>("[role=radio], [role=tab]")];
  const next = all[(all.indexOf(at) + step + all.length) % all.length];
  next?.focus();
  next?.click();
  event.preventDefault();
}
