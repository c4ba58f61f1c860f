import type { Collection, Document } from '../../mongodb/database.ts';
import type { Order, Run } from './order.ts';
import type { Stored } from './stored.ts';

type By = Record<string, 1 | -1>;

/** `limit` documents of the runs, in order, after `skip`. */
export async function readPage(documents: Collection<Stored>, where: Document, order: Order, runs: readonly Run[], skip: number, limit: number): Promise<Stored[]> {
  const page: Stored[] = [];
  let toSkip = skip;
  for (const run of runs) {
    if (page.length === limit) break;
    const found = await readRun(documents, { $and: [where, run.where] }, order, run.tied, toSkip, limit - page.length);
    page.push(...found);
    if (toSkip > 0) toSkip = found.length > 0 ? 0 : toSkip - (await documents.countDocuments({ $and: [where, run.where] }));
  }
  return page;
}

async function readRun(documents: Collection<Stored>, where: Document, { key, descending }: Order, tied: boolean, skip: number, limit: number): Promise<Stored[]> {
  const read = (more: Document, by: By, from: number, most: number): Promise<Stored[]> =>
    documents.find({ $and: [where, more] }, { projection: { _id: 0, d: 1, s: 1, ...(key && { [key]: 1 }) }, sort: by, skip: from, limit: most }).toArray();
  if (tied) return read({}, { s: 1 }, skip, limit);
  if (key === undefined) return read({}, { s: -1 }, skip, limit);
  if (!descending) return read({}, { [key]: 1, s: 1 }, skip, limit);

  // Backwards, an index has ties in the wrong order, and sorting them would read all of a tie as large as the table. So:
  // the key the page ends in, what lies before that key (no more than the page and what is skipped), then its ties forwards.
  const [last] = await read({}, { [key]: -1, s: -1 }, skip + limit - 1, 1);
  const end = last && keyOf(last, key);
  if (end === undefined) return read({}, { [key]: -1, s: 1 }, skip, limit);
  const before = await read({ [key]: { $gt: end } }, { [key]: -1, s: 1 }, skip, limit);
  const skipped = skip === 0 || before.length > 0 ? skip : Math.min(skip, await documents.countDocuments({ $and: [where, { [key]: { $gt: end } }] }));
  return [...before, ...(await read({ [key]: end }, { s: 1 }, skip - skipped, limit - before.length))];
}

/** What a document is ordered by at a field like `k.3`; undefined: nothing. */
export function keyOf(stored: Stored, field: string): string | undefined {
  const [group, slot] = field.split('.') as ['o' | 'k', string] | ['pos'];
  return group === 'pos' ? stored.pos : stored[group]?.[slot];
}
