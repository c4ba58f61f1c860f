/** Keeps the event loop busy for some milliseconds. */
export const busy = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

/** Counts the turns of the event loop until `work` ends. */
export async function countingTurns<T>(work: (turn: () => number) => Promise<T>): Promise<T> {
  let turn = 0;
  let isOver = false;
  const next = (): void => {
    turn++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return work(() => turn).finally(() => {
    isOver = true;
  });
}
