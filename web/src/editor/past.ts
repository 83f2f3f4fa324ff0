/** What was before each change, to go back to and forth again. Changes of one kind that follow at once are one. */

const MOST = 200;
const TOGETHER_MS = 900;

export class Past<T> {
  private before: T[] = [];
  private after: T[] = [];
  private last = { kind: "", at: 0 };

  /** Remember what was before a change. What is typed letter by letter has a `kind`, and is taken back as one. */
  keep(old: T, kind = "", now = Date.now()): void {
    const joins = kind !== "" && kind === this.last.kind && now - this.last.at < TOGETHER_MS;
    if (!joins) this.before = [...this.before.slice(1 - MOST), old];
    this.after = [];
    this.last = { kind, at: now };
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }
  get canRedo(): boolean {
    return this.after.length > 0;
  }

  undo(now: T): T {
    const old = this.before.at(-1);
    if (old === undefined) return now;
    this.before = this.before.slice(0, -1);
    this.after = [...this.after, now];
    this.last = { kind: "", at: 0 };
    return old;
  }

  redo(now: T): T {
    const next = this.after.at(-1);
    if (next === undefined) return now;
    this.after = this.after.slice(0, -1);
    this.before = [...this.before, now];
    return next;
  }

  forget(): void {
    [this.before, this.after] = [[], []];
  }
}
