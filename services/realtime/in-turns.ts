import { nextTurn } from '@hzm/services/core/concurrency/next-turn';

/** Maximum work of one turn of the event loop, in watches that are judged or ended. */
const WATCHES_PER_TURN = 100;

/** Runs a step for each item, and lets others have their turn after enough work. */
export async function inTurns<T>(
  items: readonly T[],
  workOf: (item: T) => number,
  step: (item: T) => void | Promise<void>,
): Promise<void> {
  let work = 0;
  for (const item of items) {
    work += workOf(item);
    if (work > WATCHES_PER_TURN) {
      work = 0;
      await nextTurn();
    }
    await step(item);
  }
}
