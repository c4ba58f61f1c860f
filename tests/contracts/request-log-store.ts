import { newId, uuidV7 } from '@hzm/contracts/core/ids';
import type { LogEntry, RequestLogStore } from '@hzm/services/core/ports/request-log-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const [project, other, account] = [newId(), newId(), newId()];
/** The id of the n-th millisecond. */
const idAt = (n: number): string => uuidV7(1_800_000_000_000 + n, 0, new Uint8Array(8));

export const entry = (n: number, more: Partial<LogEntry> = {}): LogEntry => ({
  id: idAt(n),
  source: 'http',
  method: 'GET',
  route: '/data/table/:tableId',
  name: 'list-rows',
  status: 200,
  code: '',
  detail: '',
  ms: 1.5,
  bytes: 120,
  actor: account,
  account,
  project,
  request: `request ${n}`,
  position: '',
  ...more,
});
const failed = { status: 400, code: 'VALIDATION_ERROR' };
const written = { method: 'POST', name: 'add-row', route: '/data/table/:tableId/rows' };

/** The behaviour of every request log. `at` gives a place, and a way to open it again and again. */
export function requestLogContract(name: string, at: () => () => RequestLogStore): void {
  describe(`request log: ${name}`, () => {
    let open: () => RequestLogStore;
    let store: RequestLogStore;
    beforeEach(() => {
      open = at();
      store = open();
    });
    afterEach(() => store.close());
    const found = async (query: Parameters<RequestLogStore['find']>[0], limit = 100) =>
      (await store.find(query, limit)).map(({ id }) => id);

    it('returns entries as they were added, newest first, also after it was closed', async () => {
      const all = [
        entry(1, { position: '00000000000000000042', ...written }),
        entry(2, { request: newId(), actor: 'anonymous', project: '' }),
        entry(3, { source: 'deploy', method: '', route: '', name: 'begun', status: 0 }),
      ];
      await store.add(all);
      await store.close();
      store = open();
      expect(await store.find({}, 10)).toEqual(all.toReversed());
      expect(await found({}, 2)).toEqual([idAt(3), idAt(2)]);
    });

    it('leaves out entries that it has', async () => {
      await store.add([entry(1)]);
      await store.add([entry(1), entry(2)]);
      expect(await found({})).toEqual([idAt(2), idAt(1)]);
      expect(await store.trim({ before: idAt(0), most: 2 })).toBe(0);
    });

    it('finds by project, actor, source, outcome and time', async () => {
      await store.add([
        entry(1),
        entry(2, { project: other }),
        entry(3, { actor: 'key' }),
        entry(4, failed),
        entry(5, { source: 'deploy', name: 'begun', status: 0, project: '' }),
        entry(6, { ...failed, ...written, actor: 'key' }),
      ]);
      const ids = (...of: readonly number[]) => of.map(idAt);
      expect(await found({ project })).toEqual(ids(6, 4, 3, 1));
      expect(await found({ project, actor: 'key' })).toEqual(ids(6, 3));
      expect(await found({ source: 'deploy' })).toEqual(ids(5));
      expect(await found({ outcome: 'failed' })).toEqual(ids(6, 4));
      expect(await found({ project, outcome: 'fine' })).toEqual(ids(3, 1));
      expect(await found({ after: idAt(2), before: idAt(5) })).toEqual(ids(4, 3));
      expect(await found({ project, outcome: 'failed', actor: 'key' })).toEqual(ids(6));
    });

    it('finds by the account that the entries count for', async () => {
      const payer = newId();
      await store.add([
        entry(1),
        entry(2, { account: payer }),
        entry(3, { account: payer, actor: 'key', project: other, ...failed }),
        entry(4, { account: payer, ...written }),
      ]);
      const ids = (...of: readonly number[]) => of.map(idAt);
      expect(await found({ account: payer })).toEqual(ids(4, 3, 2));
      expect(await found({ account: payer }, 2)).toEqual(ids(4, 3));
      expect(await found({ account: payer, actor: 'key' })).toEqual(ids(3));
      expect(await found({ account: payer, outcome: 'fine', before: idAt(4) })).toEqual(ids(2));
      expect(await found({ account: payer, text: 'add-row' })).toEqual(ids(4));
      expect(await found({ account: payer, text: 'request 3' })).toEqual(ids(3));
      expect(await found({ account, text: 'request 3' })).toEqual([]);
      expect(await store.count({ account: payer }, 100)).toBe(3);
      expect(await store.count({ account: payer, outcome: 'failed' }, 100)).toBe(1);
      expect(await store.count({ account: payer }, 2)).toBe(2);
    });

    it('tells refusals and failures of the server apart', async () => {
      await store.add([entry(1), entry(2, failed), entry(3, { status: 503, code: 'NOT_READY' })]);
      expect(await found({ outcome: 'refused' })).toEqual([idAt(2)]);
      expect(await found({ outcome: 'broken' })).toEqual([idAt(3)]);
    });

    it('finds parts of routes, calls, codes and status, and whole request ids', async () => {
      await store.add([
        entry(1),
        entry(2, failed),
        entry(3, written),
        entry(4, { project: other }),
      ]);
      expect(await found({ text: 'VALIDATION', project })).toEqual([idAt(2)]);
      expect(await found({ text: 'Add-Row' })).toEqual([idAt(3)]);
      expect(await found({ text: '400' })).toEqual([idAt(2)]);
      expect(await found({ text: 'request 4' })).toEqual([idAt(4)]);
      expect(await found({ text: 'request 4', project })).toEqual([]);
      expect(await found({ text: 'request 2', outcome: 'fine' })).toEqual([]);
      expect(await found({ text: '%' })).toEqual([]);
    });

    it('counts up to a bound', async () => {
      await store.add([entry(1), entry(2), entry(3, failed), entry(4, written)]);
      expect(await store.count({ project }, 100)).toBe(4);
      expect(await store.count({ project, outcome: 'failed' }, 100)).toBe(1);
      expect(await store.count({ project, text: 'request 1' }, 100)).toBe(1);
      expect(await store.count({ project }, 3)).toBe(3);
      expect(await store.count({ project: other }, 3)).toBe(0);
    });

    it('removes what is too old, then what is too much of whoever has the most', async () => {
      const flood = Array.from({ length: 30 }, (_, n) => entry(100 + n, { account: 'flood' }));
      await store.add([entry(1), entry(2), entry(3), ...flood]);
      const bounds = { before: idAt(2), most: 10 };
      while ((await store.trim(bounds)) > 0);
      expect(await found({})).toEqual([
        ...flood
          .slice(-8)
          .map(({ id }) => id)
          .toReversed(),
        idAt(3),
        idAt(2),
      ]);
    });

    it('removes from whoever has the most by then, as entries come and go between', async () => {
      const of = (account: string, from: number, many: number) =>
        Array.from({ length: many }, (_, n) => entry(from + n, { account }));
      const trim = async (most: number): Promise<readonly string[]> => {
        while ((await store.trim({ before: idAt(0), most })) > 0);
        const accounts = Map.groupBy(await store.find({}, 100), ({ account }) => account);
        return [...accounts].map(([name, own]) => `${name} ${own.length}`).toSorted();
      };
      await store.add([...of('a', 0, 20), ...of('b', 100, 4), ...of('c', 200, 3)]);
      expect(await trim(17)).toEqual(['a 10', 'b 4', 'c 3']);
      await store.add(of('b', 300, 20));
      expect(await trim(17)).toEqual(['a 7', 'b 7', 'c 3']);
      await store.forget({ accounts: ['a'] });
      await store.add(of('c', 400, 9));
      expect(await trim(17)).toEqual(['b 7', 'c 10']);
    });

    it('removes several at once from accounts that have equally many', async () => {
      const of = (account: string, from: number) =>
        Array.from({ length: 300 }, (_, n) => entry(from + n, { account }));
      await store.add([...of('a', 0), ...of('b', 1000)]);
      expect(await store.trim({ before: idAt(0), most: 590 })).toBe(3);
    });

    it('forgets accounts and projects', async () => {
      await store.add([entry(1), entry(2, { account: 'gone' }), entry(3, { project: other })]);
      await store.forget({ accounts: ['gone'], projects: [other] });
      await store.forget({});
      expect(await found({})).toEqual([idAt(1)]);
      expect(await store.trim({ before: idAt(0), most: 1 })).toBe(0);
    });

    it('leaves out late entries of what was forgotten, also after it was opened again', async () => {
      await store.forget({ accounts: ['gone'], projects: [other] });
      await store.close();
      store = open();
      await store.add([entry(1), entry(2, { account: 'gone' }), entry(3, { project: other })]);
      await store.add([entry(4, { account: 'gone' })]);
      expect(await found({})).toEqual([idAt(1)]);
      expect(await store.trim({ before: idAt(0), most: 1 })).toBe(0);
    });

    it('holds no entry of what another process forgets while it is added', async () => {
      const late = open();
      const batches = Array.from({ length: 20 }, (_, n) => [
        entry(n, { project: other }),
        entry(100 + n),
      ]);
      await Promise.all([
        ...batches.map(batch => store.add(batch)),
        late.forget({ projects: [other] }),
      ]);
      await late.close();
      expect(await found({ project: other })).toEqual([]);
      expect(await found({ project })).toHaveLength(20);
    });
  });
}
