import { ByteBudget } from '@hzm/services/core/ports/byte-budget';
import type { Find } from '@hzm/services/core/ports/read-model';
import { sectionAt } from '@hzm/services/core/ports/value';
import { chunksOf, type Document } from '../../mongodb/database.ts';
import { NOTHING } from './key-text.ts';
import { type Order, type OrderKey, type Run, runsOf, sectionsIn } from './order.ts';
import type { Stored } from './stored.ts';
import type { TimedDocuments } from './timed-documents.ts';

type By = Record<string, 1 | -1>;

/** A page being read, bounded in documents and bytes. */
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

  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Documents still to be read, including one more than fits, to tell whether more follow. */
  get wanted(): number {
    return this.#limit + 1 - this.rows.length;
  }

  /** Adds a document if it fits. @returns whether it does */
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

/** Documents that are read together, once their order is known by their keys. */
const READ_AT_ONCE = 16;

/** Reads a run of no more documents than the page takes, sorting them here. */
async function readSorted(
  documents: TimedDocuments,
  order: Order,
  { where, keys }: Run,
  page: Page,
): Promise<void> {
  const projection = { _id: 1, s: 1, ...shown(order) };
  const found = await documents.find(where, { projection, limit: page.wanted }).toArray();
  const ids = found.toSorted(inOrder(keys, order.descending)).map(({ _id }) => _id);
  for (let at = 0; at < ids.length && !page.hasMore; at += READ_AT_ONCE) {
    const some = ids.slice(at, at + READ_AT_ONCE);
    const whole = await documents
      .find({ _id: { $in: some } }, { projection: { ...projection, d: 1 } })
      .toArray();
    const byId = new Map(whole.map(stored => [stored._id, stored]));
    some.flatMap(id => byId.get(id) ?? []).every(stored => page.take(stored));
  }
}

/** Reads a run in one query. @returns the number of documents found */
async function readWhole(
  documents: TimedDocuments,
  order: Order,
  { where, keys }: Run,
  skip: number,
  page: Page,
): Promise<number> {
  const before = page.rows.length;
  // Documents of a run have a value for its first key.
  if (keys.some(({ sections, hasGaps }, i) => sections ?? (i > 0 && hasGaps)))
    await readSorted(documents, order, { where, keys }, page);
  else {
    const asked = documents.find(where, {
      projection: { _id: 0, d: 1, s: 1, ...shown(order) },
      sort: { ...byOf(keys), s: order.descending ? -1 : 1 },
      skip,
      limit: page.wanted,
    });
    for await (const chunk of chunksOf(asked)) if (!chunk.every(stored => page.take(stored))) break;
  }
  return page.rows.length - before + (page.hasMore ? 1 : 0);
}

/**
 * Reads a run whose first key has sections: by these only if it has more documents than the page
 * takes. @returns the number of documents found
 */
async function readSections(
  documents: TimedDocuments,
  order: Order,
  run: Run,
  skip: number,
  page: Page,
): Promise<number> {
  const { wanted } = page;
  const count = await documents.countDocuments(run.where, { limit: skip > 0 ? skip + 1 : wanted });
  if (count <= skip) return 0;
  // The one document that tells whether more follow is any.
  if (skip === 0 && (count < wanted || wanted === 1))
    return readWhole(documents, order, run, 0, page);
  const before = page.rows.length;
  await readPage(documents, order, sectionsIn(run), skip, page);
  return page.rows.length - before + (page.hasMore ? 1 : 0);
}

/** Reads one run into the page. @returns the number of documents found */
async function readRun(
  documents: TimedDocuments,
  order: Order,
  { where, keys }: Run,
  skip: number,
  page: Page,
): Promise<number> {
  const read = (of: Document): Promise<number> =>
    readWhole(documents, order, { where: of, keys }, skip, page);
  const [key, ...rest] = keys;
  if (key?.sections) return readSections(documents, order, { where, keys }, skip, page);
  const field = key?.field;
  if (
    key === undefined ||
    field === undefined ||
    (rest.length === 0 && key.descending === order.descending)
  )
    return read(where);

  // An index orders one key with ties in created order, so sorting by further keys would read a tie
  // as large as the table. Instead: find the first key of the page and count the documents before
  // it, read up to its last key, which is no more than a page, then that key's ties by the next
  // keys.
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

/** Compares documents by keys, of which some have sections, then in created order. */
const inOrder =
  (keys: readonly OrderKey[], descending: boolean) =>
  (a: Stored, b: Stored): number => {
    for (const { field, sections = [], descending: falls } of keys) {
      if (field === undefined) continue;
      const [x, y] = [a, b].map(stored => keyOf(stored, field) ?? NOTHING) as [string, string];
      const place = (key: string): number => sectionAt(sections, key === NOTHING ? null : key);
      const order = place(x) - place(y) || (x < y ? -1 : Number(x > y));
      if (order !== 0) return falls ? -order : order;
    }
    return descending ? b.s! - a.s! : a.s! - b.s!;
  };

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

/** Returns the key of a document at a field like `k.3`; undefined if there is none. */
export function keyOf(stored: Stored, field: string): string | undefined {
  if (field === 'pos') return stored.pos;
  if (field === '_id') return stored._id;
  const [group, slot] = field.split('.') as ['o' | 'k' | 'm', string];
  return stored[group]?.[slot];
}
