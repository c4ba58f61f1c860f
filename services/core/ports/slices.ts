/** Maximum slice of long work, in milliseconds. */
const SLICE_MS = 4;

/** Tasks waiting for their next slice, in order of arrival. */
const waiting: (() => void)[] = [];
/** The start of the current slice. */
let began = -Infinity;

function grant(): void {
  began = performance.now();
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(grant);
}

/**
 * Yields in long work: returns undefined during the current slice, else a promise of the next one.
 * All long work shares one slice per turn of the event loop, so that a short request waits for at
 * most one slice in each of its turns.
 */
export function slice(): Promise<void> | undefined {
  if (performance.now() - began < SLICE_MS) return undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) setImmediate(grant);
  return promise;
}

/** `slice`, or a variant that throws when nobody waits for the work any more. */
export type Pause = typeof slice;

/** Items processed without a check, so that a page of usual length takes one step. */
const TOGETHER = 128;

/**
 * Calls `work` with each item, in slices; a short list takes one step.
 * @throws errors of `work` and `pause`
 */
export async function forEachInSlices<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
  pause: Pause = slice,
): Promise<void> {
  for (let index = 0; index < items.length; index++) {
    if (index % TOGETHER === TOGETHER - 1) await pause();
    work(items[index]!, index);
  }
}

/**
 * `items.map(work)` in slices.
 * @throws errors of `work` and `pause`
 */
export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  work: (item: Item, index: number) => Made,
  pause: Pause = slice,
): Promise<Made[]> {
  if (items.length < TOGETHER) return items.map((item, index) => work(item, index));
  const made: Made[] = [];
  await forEachInSlices(
    items,
    (item, index) => {
      made.push(work(item, index));
    },
    pause,
  );
  return made;
}

/**
 * `Promise.all(items.map(read))`, but the reads begin in slices: a store that reads from a file
 * finishes each one in the turn in which it begins.
 * @throws errors of `read` and `pause`
 */
export async function readInSlices<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
  pause: Pause = slice,
): Promise<Read[]> {
  const begun: Promise<Read>[] = [];
  for (const item of items) {
    const wait = pause();
    if (wait) await wait;
    const one = read(item);
    // Handled below; an unhandled rejection would end the process before.
    one.catch(() => undefined);
    begun.push(one);
  }
  return Promise.all(begun);
}

/** Items sorted at once; merging continues in slices. */
const SORTED_AT_ONCE = 1_024;

/** `items.toSorted(order)` in slices, also stable. */
export async function sortedInSlices<Item>(
  items: readonly Item[],
  order: (a: Item, b: Item) => number,
): Promise<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += SORTED_AT_ONCE) {
    if (from > 0) await slice();
    runs.push(items.slice(from, from + SORTED_AT_ONCE).toSorted(order));
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(
        runs[at + 1] === undefined ? runs[at]! : await merge(runs[at]!, runs[at + 1]!, order),
      );
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  a: readonly Item[],
  b: readonly Item[],
  order: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const merged: Item[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    if (merged.length % TOGETHER === TOGETHER - 1) await slice();
    merged.push(j === b.length || (i < a.length && order(a[i]!, b[j]!) <= 0) ? a[i++]! : b[j++]!);
  }
  return merged;
}
