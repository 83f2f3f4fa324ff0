/** Where things stand is read once they are drawn: asked for earlier, everything would be laid out twice. */
export function afterPaint(): (then: () => void) => void {
  let waits = false;
  return (then) => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        waits = false;
        then();
      }),
    );
  };
}
