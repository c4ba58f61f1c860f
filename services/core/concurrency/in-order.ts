/**
 * Works on several items at once, and counts each in its turn. No item behind a failed one is
 * counted, so that a later run begins behind the counted ones. All work has ended when this resolves.
 * @param may is asked before each item; false ends the work
 * @returns false if `may` ended it
 */
export async function inOrder<Item, Outcome>(
  items: AsyncIterable<Item>,
  atOnce: number,
  {
    may,
    work,
    count,
  }: {
    readonly may: () => Promise<boolean>;
    readonly work: (item: Item) => Promise<Outcome>;
    readonly count: (item: Item, outcome: Outcome) => Promise<void>;
  },
): Promise<boolean> {
  const working: { readonly item: Item; readonly outcome: Promise<Outcome> }[] = [];
  const finish = async (): Promise<void> => {
    const { item, outcome } = working.shift()!;
    try {
      await count(item, await outcome);
    } catch (error) {
      await Promise.allSettled(working.splice(0).map(({ outcome: other }) => other));
      throw error;
    }
  };
  try {
    for await (const item of items) {
      if (!(await may())) return false;
      const outcome = work(item);
      // It is awaited in its turn.
      outcome.catch(() => undefined);
      working.push({ item, outcome });
      if (working.length === atOnce) await finish();
    }
    return true;
  } finally {
    while (working.length > 0) await finish();
  }
}
