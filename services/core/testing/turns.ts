/** Keeps the event loop busy for some milliseconds. */
export const busy = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

/** Counts the turns of the event loop until `work` ends. @param began called as each turn begins */
export async function countingTurns<T>(
  work: (turn: () => number) => Promise<T>,
  began?: (turn: number) => void,
): Promise<T> {
  let turn = 0;
  let isOver = false;
  const next = (): void => {
    turn++;
    began?.(turn);
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return work(() => turn).finally(() => {
    isOver = true;
  });
}
