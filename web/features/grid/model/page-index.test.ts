import type { WireChange } from '@hzm/contracts/core/realtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMembership } from './arrivals.ts';
import {
  idAt,
  indexes,
  invalidated,
  lostRow,
  MAX_PAGES,
  missing,
  noPlaces,
  pageOf,
  realigned,
  withPage,
  type PageIndex,
} from './page-index.ts';
import { filteredBy, viewOf } from './view.ts';

const put = (id: string): WireChange => ({
  op: 'put',
  kind: 'row',
  id,
  version: 1,
  doc: {},
  actor: { id: '', name: '' },
  requestId: '',
});
const drop = (id: string): WireChange => ({ ...put(id), op: 'drop' });
const patch = (id: string, field: string): WireChange => ({
  ...put(id),
  op: 'patch',
  patch: { [field]: 'x' },
});
const newest = viewOf({});
const read = (places: PageIndex, server: readonly string[], page: number): PageIndex =>
  withPage(places, page, server.slice((page - 1) * places.size, page * places.size), server.length);

/**
 * Reads a page as the grid does; the server tells the place of a row if the answer has no known
 * row.
 */
const readAgain = (places: PageIndex, server: readonly string[], page: number): PageIndex => {
  const ids = server.slice((page - 1) * places.size, page * places.size);
  const lost = lostRow(places, page, ids);
  const place = lost === undefined ? -1 : server.indexOf(lost);
  const anchor = place < 0 ? undefined : { id: lost!, place };
  return withPage(realigned(places, page, ids, anchor), page, ids, server.length);
};

describe('places', () => {
  it('asks for the pages between two rows that are not here', () => {
    const some = read(noPlaces(2), ['a', 'b', 'c', 'd', 'e'], 2);
    expect(missing(some, 0, 9)).toEqual([1, 3]);
    expect(missing(noPlaces(2), 7, 20)).toEqual([4]);
    expect([idAt(some, 2), idAt(some, 0)]).toEqual(['c', undefined]);
  });

  it('with the newest first a new row moves the others down, and a removed one up', () => {
    const some = read(read(noPlaces(2), ['b', 'c', 'd', 'e'], 1), ['b', 'c', 'd', 'e'], 2);
    const { places, reload } = applyMembership(some, newest, [put('a')]);
    expect([...indexes(places)]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ]);
    expect([places.total, reload]).toEqual([5, 'later']);
    const less = applyMembership(some, newest, [drop('b')]).places;
    expect([...indexes(less)]).toEqual([
      ['c', 0],
      ['d', 1],
      ['e', 2],
    ]);
  });

  it('in any other order only the server knows where a row belongs', () => {
    const some = read(noPlaces(2), ['b', 'c'], 1);
    const filtered = filteredBy(newest, 'ad', 'x');
    expect(applyMembership(some, filtered, [put('a')])).toMatchObject({
      reload: 'now',
      places: { total: 2 },
    });
    expect(applyMembership(some, filtered, [patch('z', 'ad')]).reload).toBe('later');
    expect(applyMembership(some, filtered, [patch('b', 'ad')]).reload).toBe('no');
    expect(applyMembership(some, filtered, [patch('b', 'soyad')]).reload).toBe('no');
    expect(applyMembership(some, newest, [patch('b', 'ad')]).reload).toBe('no');
    expect(applyMembership(some, newest, [drop('unknown')])).toMatchObject({
      reload: 'now',
      places: { total: 1 },
    });
  });

  it('never shows a row in a wrong place that is not about to be read again', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('read' as const), page: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ do: fc.constant('add' as const) }),
      fc.record({ do: fc.constant('drop' as const), at: fc.nat(20) }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 40 }),
        (size, steps) => {
          let server = ['x', 'y', 'z'];
          let places = read(noPlaces(size), server, 1);
          let ids = 0;
          for (const one of steps) {
            if (one.do === 'read') places = read(places, server, one.page);
            const id = one.do === 'add' ? `n${ids++}` : server[one.do === 'drop' ? one.at : -1];
            if (one.do === 'read' || id === undefined) continue;
            server = one.do === 'add' ? [id, ...server] : server.filter(other => other !== id);
            places = applyMembership(places, newest, [
              one.do === 'add' ? put(id) : drop(id),
            ]).places;
          }
          expect(places.total).toBe(server.length);
          const sure = [...places.pages].filter(([page]) => !places.stale.has(page));
          expect(sure).toEqual(
            sure.map(([page]) => [page, server.slice((page - 1) * size, page * size)]),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps the place of a row however many come or go before it, once its page is read again', () => {
    const rows = Array.from({ length: 120 }, (_, at) => `r${at}`);
    fc.assert(
      fc.property(
        fc.record({ size: fc.integer({ min: 1, max: 7 }), at: fc.nat(119) }),
        fc.record({ added: fc.nat(60), removed: fc.nat(119), isRead: fc.boolean() }),
        ({ size, at }, { added, removed, isRead }) => {
          const page = pageOf(size, at);
          const gone = Math.min(removed, (page - 1) * size);
          const places = [page - 1, page, page + 1]
            .filter(one => one >= 1 && (one === page || isRead))
            .reduce((held, one) => read(held, rows, one), noPlaces(size));
          const server = [...Array.from({ length: added }, (_, n) => `n${n}`), ...rows.slice(gone)];
          const now = readAgain(invalidated(places), server, page);
          expect(indexes(now).get(rows[at]!)).toBe(server.indexOf(rows[at]!));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('holds few pages, and only fresh ones that are right, whatever is scrolled and changed', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('read' as const), at: fc.nat(399) }),
      fc.record({ do: fc.constant('add' as const), at: fc.nat(399), count: fc.nat(30) }),
      fc.record({ do: fc.constant('drop' as const), at: fc.nat(399), count: fc.nat(30) }),
      fc.record({ do: fc.constant('scroll' as const), at: fc.nat(399), count: fc.nat(60) }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(step, { maxLength: 25 }),
        (size, steps) => {
          let server = Array.from({ length: 200 }, (_, at) => `r${at}`);
          let places = read(noPlaces(size), server, 1);
          let ids = 0;
          for (const one of steps) {
            const at = one.at % (server.length + 1);
            const page = pageOf(size, at);
            if (one.do === 'read') places = readAgain(places, server, page);
            else if (one.do === 'scroll')
              for (let n = 0; n < one.count; n++) places = readAgain(places, server, page + n);
            else {
              const come =
                one.do === 'add' ? Array.from({ length: one.count }, () => `n${ids++}`) : [];
              server = server.toSpliced(at, one.do === 'drop' ? one.count : 0, ...come);
              places = invalidated(places);
            }
          }
          expect(places.pages.size).toBeLessThanOrEqual(MAX_PAGES);
          const all = [...places.pages.values()].flat().filter(id => id !== undefined);
          expect(new Set(all).size, 'no row twice').toBe(all.length);
          const sure = [...places.pages].filter(([page]) => !places.stale.has(page));
          expect(sure).toEqual(
            sure.map(([page]) => [page, server.slice((page - 1) * size, page * size)]),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
