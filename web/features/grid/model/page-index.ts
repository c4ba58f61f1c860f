/** The known order of a table's rows: pages of `size` ids each. */
export interface PageIndex {
  readonly size: number;
  /** Rows in all; null while nobody has counted. */
  readonly total: number | null;
  /** The pages by number, from 1; undefined is a row that exists but is not loaded. */
  readonly pages: ReadonlyMap<number, readonly (string | undefined)[]>;
  /** Pages that may be wrong by now: shown, but read again when somebody looks. */
  readonly stale: ReadonlySet<number>;
}

/** More pages than these are not held; the farthest from where one looks go first. */
export const MAX_PAGES = 24;

export const noPlaces = (size: number): PageIndex => ({
  size,
  total: null,
  pages: new Map(),
  stale: new Set(),
});

export const idAt = ({ size, pages }: PageIndex, index: number): string | undefined =>
  pages.get(Math.floor(index / size) + 1)?.[index % size];

/** The index of every row whose place is known. */
export function indexes({ size, pages }: PageIndex): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const [page, ids] of pages)
    ids.forEach((id, at) => {
      if (id !== undefined) all.set(id, (page - 1) * size + at);
    });
  return all;
}

export const pageOf = (size: number, index: number): number =>
  Math.floor(Math.max(0, index) / size) + 1;

/**
 * The pages from one index to another that must be read: unknown ones, and those that may be wrong.
 */
export function missing(
  { size, total, pages, stale }: PageIndex,
  first: number,
  last: number,
): readonly number[] {
  if (total === null) return [pageOf(size, first)];
  const end = pageOf(size, Math.min(last, total - 1));
  const start = Math.min(pageOf(size, first), end);
  return Array.from({ length: end - start + 1 }, (_, at) => start + at).filter(
    page => !pages.has(page) || stale.has(page),
  );
}

/** A page as the server tells it. A row that stood elsewhere has moved here. */
export function withPage(
  places: PageIndex,
  page: number,
  ids: readonly string[],
  total: number,
): PageIndex {
  const { size } = places;
  const here = new Set(ids);
  const last = pageOf(size, total - 1);
  const stale = new Set([...places.stale].filter(other => other !== page && other <= last));
  const near = [...places.pages]
    .filter(([other]) => other !== page && other <= last)
    .toSorted(([a], [b]) => Math.abs(a - page) - Math.abs(b - page))
    .slice(0, MAX_PAGES - 1);
  const pages = new Map(
    near.map(([other, held]) => {
      if (!held.some(id => id !== undefined && here.has(id))) return [other, held];
      stale.add(other);
      return [other, held.map(id => (id !== undefined && here.has(id) ? undefined : id))];
    }),
  );
  if (ids.length > 0 || page === 1) pages.set(page, ids);
  return { size, total, pages, stale };
}

/** A row and its place according to the server. */
export interface PlacedRow {
  readonly id: string;
  readonly place: number;
}

/**
 * Returns a row of a stale page if an answer for that page has no row that is known, so that only
 * the server knows how far the rows have moved.
 */
export function lostRow(
  { pages, stale }: PageIndex,
  page: number,
  ids: readonly string[],
): string | undefined {
  if (!stale.has(page)) return undefined;
  const held = new Set([...stale].flatMap(other => pages.get(other) ?? []));
  return ids.some(id => held.has(id)) ? undefined : pages.get(page)?.find(id => id !== undefined);
}

/** Rows at each edge of an answer that tell how far the rows beyond that edge have moved. */
const EDGE_ROWS = 5;

/**
 * Moves the rows of stale pages as far as the rows of an answer have moved, so that they keep their
 * neighbours until they are read again. If the answer has no known row, `anchor` tells how far.
 */
export function realigned(
  places: PageIndex,
  page: number,
  ids: readonly string[],
  anchor?: PlacedRow,
): PageIndex {
  const { size, pages, stale } = places;
  if (stale.size === 0) return places;
  const was = indexes({ ...places, pages: new Map([...pages].filter(([one]) => stale.has(one))) });
  const known = ids.flatMap((id, at) => {
    const index = was.get(id);
    return index === undefined ? [] : [{ index, by: (page - 1) * size + at - index }];
  });
  if (known.length === 0) {
    const index = anchor && was.get(anchor.id);
    return index === undefined ? places : shifted(places, () => anchor!.place - index);
  }
  const before = mostCommon(known.slice(0, EDGE_ROWS));
  const behind = mostCommon(known.slice(-EDGE_ROWS));
  if (before.by === 0 && behind.by === 0) return places;
  const last = known.findLast(({ by }) => by === behind.by)!;
  return shifted(places, index =>
    index < before.index ? before.by : index > last.index ? behind.by : undefined,
  );
}

interface Move {
  readonly index: number;
  readonly by: number;
}

/** Returns the first move of the most common distance. */
const mostCommon = (moves: readonly Move[]): Move =>
  moves.toSorted((a, b) => countOf(moves, b) - countOf(moves, a))[0]!;
const countOf = (moves: readonly Move[], { by }: Move): number =>
  moves.filter(other => other.by === by).length;

/** Moves the rows of stale pages; drops those without a move. */
function shifted(places: PageIndex, moveOf: (index: number) => number | undefined): PageIndex {
  const { size, pages, stale } = places;
  const fresh = new Map([...pages].filter(([page]) => !stale.has(page)));
  const next = new Map<number, (string | undefined)[]>();
  for (const page of stale)
    for (const [at, id] of (pages.get(page) ?? []).entries()) {
      const index = (page - 1) * size + at;
      const to = index + (moveOf(index) ?? -Infinity);
      if (id === undefined || to < 0 || fresh.has(pageOf(size, to))) continue;
      const ids = next.get(pageOf(size, to)) ?? Array.from<string | undefined>({ length: size });
      ids[to % size] = id;
      next.set(pageOf(size, to), ids);
    }
  return { ...places, pages: new Map([...fresh, ...next]), stale: new Set(next.keys()) };
}

/** Everything may be wrong by now. */
export const invalidated = (places: PageIndex): PageIndex => ({
  ...places,
  stale: new Set(places.pages.keys()),
});

/** A new first row: every other one moves down by one. */
export function withFirst(places: PageIndex, id: string): PageIndex {
  return moved(places, 1, (page, ids) =>
    [page === 1 ? id : places.pages.get(page - 1)?.[places.size - 1], ...ids].slice(0, places.size),
  );
}

/**
 * A row less: those behind it move up by one. Where its place is not known nothing moves, and
 * everything is doubted.
 */
export function withoutRow(places: PageIndex, id: string): PageIndex {
  for (const [page, held] of places.pages) {
    const at = held.indexOf(id);
    if (at < 0) continue;
    return moved(places, -1, (other, ids) => {
      if (other < page) return ids;
      const next = (places.pages.get(other + 1) ?? [undefined])[0];
      const rest = ids.toSpliced(other === page ? at : 0, 1);
      return ids.length === places.size &&
        (places.total === null || other * places.size < places.total)
        ? [...rest, next]
        : rest;
    });
  }
  return invalidated({
    ...places,
    total: places.total === null ? null : Math.max(0, places.total - 1),
  });
}

function moved(
  places: PageIndex,
  by: number,
  change: (page: number, ids: readonly (string | undefined)[]) => readonly (string | undefined)[],
): PageIndex {
  const pages = new Map([...places.pages].map(([page, ids]) => [page, change(page, ids)]));
  const stale = new Set([
    ...places.stale,
    ...[...pages].filter(([, ids]) => ids.includes(undefined)).map(([page]) => page),
  ]);
  return { ...places, total: places.total === null ? null : places.total + by, pages, stale };
}
