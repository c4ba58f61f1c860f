import { ByteBudget } from '@hzm/services/core/ports/byte-budget';
import type { Find } from '@hzm/services/core/ports/read-model';
import { chunksOf, type Document } from '../../mongodb/database.ts';
import { type Order, type OrderKey, type Run, runsOf } from './order.ts';
import type { Stored } from './stored.ts';
import type { TimedDocuments } from './timed-documents.ts';

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

  /**
   * How many documents are still to be read: one more than it holds tells whether there are more.
   */
  get wanted(): number {
    return this.#limit + 1 - this.rows.length;
  }

  /** Whether it takes another one. */
  take(stored: Stored): boolean {
    this.#hasMore =
      this.rows.length === this.#limit ||
      !this.#budget.takes(Buffer.byteLength(stored.d!) + this.#perDocument);
    if (!this.#hasMore) this.rows.push(stored);
    return !this.#hasMore;
  }
}

/** Fills a page with documents of the runs, in order, after `skip`. */
export async function readPage(
  documents: TimedDocuments,
  order: Order,
  runs: readonly Run[],
  skip: number,
  page: Page,
): Promise<void> {
  let toSkip = skip;
  for (const run of runs) {
    if (page.hasMore) break;
    const found = await readRun(documents, order, run, toSkip, page);
    if (toSkip > 0) toSkip = found > 0 ? 0 : toSkip - (await documents.countDocuments(run.where));
  }
}

/** How many documents were found. */
async function readRun(
  documents: TimedDocuments,
  order: Order,
  { where, keys }: Run,
  skip: number,
  page: Page,
): Promise<number> {
  const read = async (of: Document): Promise<number> => {
    const before = page.rows.length;
    const asked = documents.find(of, {
      projection: { _id: 0, d: 1, s: 1, ...shown(order) },
      sort: { ...byOf(keys), s: order.descending ? -1 : 1 },
      skip,
      limit: page.wanted,
    });
    for await (const chunk of chunksOf(asked)) if (!chunk.every(stored => page.take(stored))) break;
    return page.rows.length - before + (page.hasMore ? 1 : 0);
  };
  const [key, ...rest] = keys;
  const field = key?.field;
  if (
    key === undefined ||
    field === undefined ||
    (rest.length === 0 && key.descending === order.descending)
  )
    return read(where);

  // An index is in the order of one key, and has its ties in created order, or backwards: sorting
  // them would read all of a tie as large as the table. So:
  // the key the page begins in, to count what lies before it; the key it ends in, what lies before
  // that, which is no more than the page; then its ties by what follows.
  const keyAt = async (place: number): Promise<string | undefined> => {
    const stored = await documents.findOne(where, {
      projection: { _id: 0, [field]: 1 },
      sort: { ...byOf([key]), s: key.descending ? -1 : 1 },
      skip: place,
    });
    return stored ? keyOf(stored, field) : undefined;
  };
  const beside = (side: 'before' | 'behind', at: string): Document => ({
    $and: [where, { [field]: { [(side === 'before') === key.descending ? '$gt' : '$lt']: at } }],
  });
  const tied = (at: string): Run[] => runsOf(rest, { $and: [where, { [field]: at }] });
  const filled = page.rows.length;
  const found = (): number => page.rows.length - filled + (page.hasMore ? 1 : 0);
  if (skip > 0) {
    const start = await keyAt(skip);
    if (start === undefined) return 0;
    const before = await documents.countDocuments(beside('before', start));
    await readPage(
      documents,
      order,
      [...tied(start), { where: beside('behind', start), keys }],
      skip - before,
      page,
    );
    return found();
  }
  const end = await keyAt(page.wanted - 1);
  if (end === undefined) return read(where);
  await read(beside('before', end));
  if (!page.hasMore) await readPage(documents, order, tied(end), 0, page);
  return found();
}

const byOf = (keys: readonly OrderKey[]): By =>
  Object.fromEntries(
    keys.flatMap(({ field, descending }) =>
      field === undefined ? [] : [[field, descending ? -1 : 1] as const],
    ),
  );
const shown = ({ keys }: Order): Record<string, 1> =>
  Object.fromEntries(
    keys.flatMap(({ field }) => (field === undefined ? [] : [[field, 1] as const])),
  );

/** What a document is ordered by at a field like `k.3`; undefined: nothing. */
export function keyOf(stored: Stored, field: string): string | undefined {
  const [group, slot] = field.split('.') as ['o' | 'k', string] | ['pos'];
  return group === 'pos' ? stored.pos : stored[group]?.[slot];
}
