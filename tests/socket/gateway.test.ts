import { newId } from '@hzm/contracts/core/ids';
import { projectSettingsChanged } from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import {
  rowAdded,
  rowChanged,
  rowRemoved,
  rowsAdded,
  rowsChanged,
  rowsRemoved,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import { tableCreated, tableDeleted } from '@hzm/contracts/features/tables/events';
import { wholeSource } from '@hzm/services/core/limits/source';
import { MIB } from '@hzm/services/core/ports/byte-budget';
import { RECONNECTION_MS } from '@hzm/services/realtime/feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Gateways } from './support/gateways.ts';

const gateways = new Gateways();
const { of, topic, fieldId } = gateways;
const cells = (n: number) => ({ [fieldId]: n });
const HOUR_MS = 3_600_000;
const stream = (rowId: string): string => `row-${of.tableId}-${rowId}`;

beforeAll(() => gateways.open());
afterAll(() => gateways.close());

describe('a gateway', () => {
  it('counts connections as requests of their account', async () => {
    const asked: unknown[] = [];
    const accounts = async (
      ...one: readonly [accountId: string, isByKey: boolean]
    ): Promise<boolean> => asked.push(one) > 1;
    const port = await gateways.another({ accounts });
    await gateways.connect(port);
    expect(await gateways.refusal(port)).toBe('RATE_LIMIT_EXCEEDED');
    expect(asked).toEqual(Array.from({ length: 2 }, () => [gateways.accountId, false]));
  });

  it('tells many rows in one message, with the version that each then has', async () => {
    const follower = await gateways.connect(await gateways.another());
    await follower.watch(topic);
    const ids = Array.from({ length: 500 }, newId);
    await gateways.append(`batch-${newId()}`, [
      rowsAdded({ ...of, rows: ids.map((id, n) => ({ id, revision: 0, values: cells(n) })) }),
    ]);
    await gateways.append(stream(ids[0]!), [
      rowChanged({ ...of, rowId: ids[0]!, values: cells(-1), before: cells(0) }),
    ]);
    const { position: before } = await gateways.append(`batch-${newId()}`, [
      rowsChanged({
        ...of,
        rows: ids.map((id, n) => ({ id, revision: 0, values: cells(n + 1), before: cells(n) })),
      }),
    ]);
    // The version of a row that is gone before its change is told is not known any more.
    await follower.reached(topic, before);
    const { position } = await gateways.append(`batch-${newId()}`, [
      rowsRemoved({ ...of, rows: ids.slice(0, 2).map(id => ({ id, before: cells(0) })) }),
    ]);
    await follower.reached(topic, position);
    const back = ids.slice(0, 2).map((id, n) => ({
      id,
      revision: 2,
      values: cells(n),
      version: 5,
      createdAt: '2026-01-01T00:00:00.000Z',
    }));
    const { position: last } = await gateways.append(`batch-${newId()}`, [
      rowsRestored({ ...of, rows: back }),
    ]);
    await follower.reached(topic, last);
    const [added, one, changed, removed, restored] = follower.messages;
    expect(
      restored?.changes.map(({ op, id, version, doc }) => [
        op,
        id,
        version,
        doc?.['n'],
        doc?.['created_at'],
      ]),
    ).toEqual(ids.slice(0, 2).map((id, n) => ['put', id, 5, n, '2026-01-01T00:00:00.000Z']));
    expect([added, one, changed, removed].map(message => message?.changes.length)).toEqual([
      500, 1, 500, 2,
    ]);
    expect(added?.changes[7]).toMatchObject({
      op: 'put',
      id: ids[7],
      version: 1,
      doc: { id: ids[7], n: 7, _version: 1 },
    });
    expect(one?.changes[0]).toMatchObject({
      op: 'patch',
      version: 2,
      patch: { n: -1, _version: 2 },
    });
    expect(changed?.changes.map(({ version }) => version)).toEqual(
      ids.map((_, n) => (n === 0 ? 3 : 2)),
    );
    expect(changed?.changes[7]).toMatchObject({ op: 'patch', id: ids[7], patch: { n: 8 } });
    expect(removed?.changes.map(({ op, id }) => [op, id])).toEqual(
      ids.slice(0, 2).map(id => ['drop', id]),
    );
  });

  it('does not tell that a table is gone when another project deletes it, which is refused', async () => {
    const follower = await gateways.connect(await gateways.another());
    await follower.watch(topic);
    const [projectId, rowId] = [newId(), newId()];
    await gateways.append(`schema-${projectId}`, [tableDeleted({ ...of, projectId })]);
    const { position } = await gateways.append(stream(rowId), [
      rowAdded({ ...of, rowId, values: cells(1) }),
    ]);
    await follower.reached(topic, position);
    expect(follower.changes(topic).map(({ op, kind, id }) => [op, kind, id])).toEqual([
      ['put', 'row', rowId],
    ]);
  });

  it('tells the version right after each change, though the document is ahead already', async () => {
    const port = await gateways.another();
    const rowId = newId();
    // One append is one batch of the projector: all are written before the first is told.
    const { position } = await gateways.append(stream(rowId), [
      rowAdded({ ...of, rowId, values: cells(0) }),
      ...[1, 2, 3, 4].map(n =>
        rowChanged({ ...of, rowId, values: cells(n), before: cells(n - 1) }),
      ),
    ]);
    const later = await gateways.connect(port);
    await later.watch(topic, gateways.start);
    const follower = await gateways.connect(port);
    await follower.watch(topic, gateways.start);
    await follower.reached(topic, position);
    const versions = follower
      .changes(topic)
      .filter(({ id }) => id === rowId)
      .map(({ version }) => version);
    expect(versions).toEqual([1, 2, 3, 4, 5]);
    await gateways.append(stream(rowId), [
      rowChanged({ ...of, rowId, values: cells(5), before: cells(4) }),
      rowChanged({ ...of, rowId, values: cells(6), before: cells(5) }),
      rowRemoved({ ...of, rowId, before: cells(6) }),
    ]);
    await follower.until(() =>
      follower.changes(topic).some(({ op, id }) => op === 'drop' && id === rowId),
    );
    expect(
      follower
        .changes(topic)
        .filter(({ id, op }) => id === rowId && op === 'patch')
        .map(({ version }) => version),
    ).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('tells two processes the same', async () => {
    const [one, two] = await Promise.all(
      [gateways.another(), gateways.another()].map(async port => gateways.connect(await port)),
    );
    await Promise.all([one!.watch(topic), two!.watch(topic)]);
    let last = '';
    for (let n = 0; n < 20; n++) {
      const rowId = newId();
      last = (await gateways.append(stream(rowId), [rowAdded({ ...of, rowId, values: cells(n) })]))
        .position;
    }
    await Promise.all([one!.reached(topic, last), two!.reached(topic, last)]);
    expect(one!.messages).toHaveLength(20);
    expect(two!.messages).toEqual(one!.messages);
  });

  it('lets a client watch two hundred topics at once', async () => {
    const tables = Array.from({ length: 201 }, newId);
    for (let n = 0; n < tables.length; n += 100)
      await gateways.append(
        `schema-${of.projectId}`,
        tables
          .slice(n, n + 100)
          .map(tableId => tableCreated({ projectId: of.projectId, tableId, name: tableId })),
      );
    const follower = await gateways.connect(await gateways.another());
    const answers = await Promise.all(tables.map(id => follower.watch(`table:${id}`)));
    expect(answers.filter(({ success }) => success)).toHaveLength(200);
    expect(answers.find(({ success }) => !success)).toEqual({
      success: false,
      code: 'RATE_LIMIT_EXCEEDED',
    });
    // The same topic again is no other watch; one that ended makes room.
    expect(await follower.watch(`table:${tables[0]}`)).toMatchObject({ success: true });
    follower.socket.emit('unwatch', { topic: `table:${tables[0]}` });
    expect(await follower.watch(topic)).toMatchObject({ success: true });
  });

  it('replays only a short reconnection to a stranger, and everything to who may read the past', async () => {
    const { position: opened } = await gateways.append(`access-${of.projectId}`, [
      projectSettingsChanged({
        projectId: of.projectId,
        settings: defaultSettings,
        isPublic: true,
      }),
    ]);
    const token = await gateways.stranger();
    const ports = [await gateways.another(), await gateways.another()];
    const rowId = newId();
    const { position } = await gateways.append(stream(rowId), [
      rowAdded({ ...of, rowId, values: cells(7) }),
    ]);
    const [early, late] = await Promise.all(ports.map(port => gateways.connect(port, token)));
    expect(await early!.watch(topic, opened)).toMatchObject({ status: 'live' });
    expect(early!.changes(topic)).toMatchObject([{ op: 'put', id: rowId }]);
    // A clock that was put back makes nothing younger.
    gateways.jump(-5 * HOUR_MS);
    gateways.pass(RECONNECTION_MS + 60_000);
    // From the buffer, and from the log in a gateway that began later.
    for (const port of [...ports, await gateways.another()]) {
      expect(await (await gateways.connect(port, token)).watch(topic, opened)).toMatchObject({
        status: 'must-refetch',
      });
      const hers = await gateways.connect(port);
      expect(await hers.watch(topic, opened)).toMatchObject({ status: 'live' });
      expect(hers.changes(topic)).toMatchObject([{ op: 'put', id: rowId }]);
    }
    expect(await late!.watch(topic, position)).toMatchObject({ status: 'live' });
    gateways.jump(5 * HOUR_MS);
  });

  it('lets the account answer for the memory of a long replay, and nobody else', async () => {
    const token = await gateways.stranger();
    const after = (
      await gateways.append(stream(newId()), [
        rowAdded({ ...of, rowId: newId(), values: cells(0) }),
      ])
    ).position;
    await gateways.append(stream(newId()), [rowAdded({ ...of, rowId: newId(), values: cells(0) })]);
    const late = await gateways.another();
    const follower = await gateways.connect(late);
    const share = gateways.documents.share(wholeSource(gateways.accountId));
    share.claim(120 * MIB);
    expect(await follower.watch(topic, after)).toMatchObject({ code: 'NOT_READY' });
    expect(await (await gateways.connect(late, token)).watch(topic, after)).toMatchObject({
      success: true,
    });
    share.end();
    expect(
      await (await gateways.connect(await gateways.another())).watch(topic, after),
    ).toMatchObject({ status: 'live' });
  });

  it('reads what was before its time from the log, as far as that is affordable', async () => {
    const before = (
      await gateways.append(stream(newId()), [
        rowAdded({ ...of, rowId: newId(), values: cells(0) }),
      ])
    ).position;
    const rowIds = Array.from({ length: 4_000 }, newId);
    for (let n = 0; n < rowIds.length; n += 100)
      await gateways.append(
        `batch-${newId()}`,
        rowIds.slice(n, n + 100).map(rowId => rowAdded({ ...of, rowId, values: cells(n) })),
      );
    const affordable = await gateways.another();
    const waiting = await Promise.all(
      Array.from({ length: 3 }, () => gateways.connect(affordable)),
    );
    const answers = await Promise.all(waiting.map(follower => follower.watch(topic, before)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'live'));
    for (const follower of waiting)
      expect(follower.changes(topic).map(({ id }) => id)).toEqual(rowIds);

    for (let n = 0; n < 1_100; n += 100)
      await gateways.append(
        `batch-${newId()}`,
        rowIds.slice(n, n + 100).map(() => rowAdded({ ...of, rowId: newId(), values: cells(n) })),
      );
    const tooMuch = await gateways.connect(await gateways.another());
    expect(await tooMuch.watch(topic, before)).toMatchObject({
      success: true,
      status: 'must-refetch',
    });
    const { position } = await gateways.append(stream(newId()), [
      rowAdded({ ...of, rowId: newId(), values: cells(1) }),
    ]);
    await tooMuch.reached(topic, position);
    expect(tooMuch.messages).toHaveLength(1);
  }, 60_000);

  it('that lost the log says so, cuts its sockets, watches nothing until it is back, and then tells what was missed', async () => {
    const follower = await gateways.connect(await gateways.another());
    const { position } = await follower.watch(topic);
    expect(await gateways.toldOfLog()).toEqual({ health: 'ok', isReachable: true });
    await gateways.cut();
    await follower.until(() => follower.order.join(' ').endsWith('disconnect connect'));
    const rowId = newId();
    await gateways.append(stream(rowId), [rowAdded({ ...of, rowId, values: cells(1) })]);
    expect(await follower.watch(topic, position)).toEqual({ success: false, code: 'NOT_READY' });
    // The log itself answers this process: it is the views that do not follow it.
    expect(await gateways.toldOfLog()).toEqual({ health: 'degraded', isReachable: false });
    gateways.mend();
    await expect
      .poll(() => follower.watch(topic, position))
      .toMatchObject({ success: true, status: 'live' });
    await follower.until(() => follower.changes(topic).some(({ id }) => id === rowId));
    expect(await gateways.toldOfLog()).toEqual({ health: 'ok', isReachable: true });
  });
});
