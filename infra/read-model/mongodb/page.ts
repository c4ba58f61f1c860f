import { ByteBudget } from '@hzm/services/core/ports/byte-budget';
import type { Find } from '@hzm/services/core/ports/read-model';
import { chunksOf, type Collection, type Document } from '../../mongodb/database.ts';
import type { Order, KeyRange } from './order.ts';
import type { Stored } from './stored.ts';

type By = Record<string, 1 | -1>;

/** A page while it is read: so many documents, or as many as fit. */
export class Page {
  readonly rows: Stored[] = [];
  readonly #limit: number;
  readonly #budget: ByteBudget;
  readonly #perDocument: number;
  #hasMore = false;

  constructor({ limit, bytes }: Pick<Find, 'limit' | 'bytes'>) {
    this.#limit = limit;
    this.#budget = new ByteBudget(bytes?.most ?? Infinity);
    this.#perDocument = bytes?.perDocument ?? 0;
  }

  /** There is a document behind its end. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** How many documents are still to be read: one more than it holds tells whether there are more. */
  get wanted(): number {
    return this.#limit + 1 - this.rows.length;
  }

  /** Whether it takes another one. */
  take(stored: Stored): boolean {
    this.#hasMore = this.rows.length === this.#limit || !this.#budget.takes(Buffer.byteLength(stored.d!) + this.#perDocument);
    if (!this.#hasMore) this.rows.push(stored);
    return !this.#hasMore;
  }
}

/** Fills a page with documents of the runs, in order, after `skip`. */
export async function readPage(documents: Collection<Stored>, where: Document, order: Order, runs: readonly KeyRange[], skip: number, page: Page): Promise<void> {
  let toSkip = skip;
  for (const run of runs) {
    if (page.hasMore) break;
    const found = await readRun(documents, { $and: [where, run.where] }, order, run.tied, toSkip, page);
    if (toSkip > 0) toSkip = found > 0 ? 0 : toSkip - (await documents.countDocuments({ $and: [where, run.where] }));
  }
}

/** How many documents were found. */
async function readRun(documents: Collection<Stored>, where: Document, { key, descending }: Order, tied: boolean, skip: number, page: Page): Promise<number> {
  const read = async (more: Document, by: By, from: number): Promise<number> => {
    const before = page.rows.length;
    const asked = documents.find({ $and: [where, more] }, { projection: { _id: 0, d: 1, s: 1, ...(key && { [key]: 1 }) }, sort: by, skip: from, limit: page.wanted });
    for await (const chunk of chunksOf(asked)) if (!chunk.every(stored => page.take(stored))) break;
    return page.rows.length - before + (page.hasMore ? 1 : 0);
  };
  if (tied) return read({}, { s: 1 }, skip);
  if (key === undefined) return read({}, { s: -1 }, skip);
  if (!descending) return read({}, { [key]: 1, s: 1 }, skip);

  // Backwards, an index has ties in the wrong order, and sorting them would read all of a tie as large as the table. So:
  // the key the page ends in, what lies before that key (no more than the page and what is skipped), then its ties forwards.
  const last = await documents.findOne(where, { projection: { _id: 0, [key]: 1 }, sort: { [key]: -1, s: -1 }, skip: skip + page.wanted - 1 });
  const end = last ? keyOf(last, key) : undefined;
  if (end === undefined) return read({}, { [key]: -1, s: 1 }, skip);
  const before = await read({ [key]: { $gt: end } }, { [key]: -1, s: 1 }, skip);
  if (page.hasMore) return before;
  const skipped = skip === 0 || before > 0 ? skip : Math.min(skip, await documents.countDocuments({ $and: [where, { [key]: { $gt: end } }] }));
  return before + (await read({ [key]: end }, { s: 1 }, skip - skipped));
}

/** What a document is ordered by at a field like `k.3`; undefined: nothing. */
export function keyOf(stored: Stored, field: string): string | undefined {
  const [group, slot] = field.split('.') as ['o' | 'k', string] | ['pos'];
  return group === 'pos' ? stored.pos : stored[group]?.[slot];
}
