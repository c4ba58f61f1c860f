import type { Changes } from '@hzm/contracts/core/realtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;

beforeAll(async () => {
  await house.open();
  ada = await house.person('Ada');
});
afterAll(() => house.close());

type Row = { readonly id: string; readonly _version: number; readonly [field: string]: unknown };

/**
 * Returns what a client knows after the messages, by the rules that they promise.
 * @throws Error when a change is missing
 */
function folded(rows: readonly Row[], messages: readonly Changes[]): Row[] {
  const known = new Map(rows.map(row => [row.id, row]));
  for (const { id, op, version, doc, patch } of messages.flatMap(({ changes }) => changes)) {
    const row = known.get(id);
    if (op === 'put') known.set(id, doc as Row);
    else if (op === 'drop') known.delete(id);
    else if (row && version > row._version + 1)
      throw new Error(`version ${version} of a row came after version ${row._version}`);
    else if (row && version > row._version) known.set(id, { ...row, ...patch });
  }
  return [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
const sorted = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const expectRising = (messages: readonly Changes[]): void => {
  const positions = messages.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].toSorted());
};

describe('what a watcher is sent', () => {
  it('together with what it read is what the server has, whoever writes and whenever it came', async () => {
    const { id: tableId } = await ada.table(
      'Yarış',
      { name: 'ad', type: 'string' },
      { name: 'n', type: 'number' },
    );
    const topic = `table:${tableId}`;
    const shared = await Promise.all([1, 2, 3].map(n => ada.add(tableId, { ad: `ortak ${n}`, n })));
    const early = await ada.connect();
    await early.watch(topic);
    const start = await ada.rows(tableId);

    let last = shared
      .map(({ position }) => position)
      .toSorted()
      .at(-1)!;
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; n < 12; n++) {
        const path = `/data/table/${tableId}/rows`;
        const own = await ada.ask('POST', path, { ad: `${writer}`, n });
        const target = n % 3 === 0 ? shared[n % shared.length]!.id : own.body.data.row.id;
        await ada.ask('PUT', `${path}/${target}`, { n: writer * 100 + n });
        if (n % 4 === 3) await ada.ask('DELETE', `${path}/${own.body.data.row.id}`);
        if (own.position > last) last = own.position;
      }
    };
    const writers = Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
    const late = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const follower = await ada.connect();
        const { position } = await follower.watch(topic);
        const snapshot = await ada.rows(tableId, position);
        return { follower, snapshot };
      }),
    );
    // One who read first and watches from there.
    const known = last;
    const reader = await ada.connect();
    const snapshot = await ada.rows(tableId, known);
    expect(await reader.watch(topic, known)).toMatchObject({ success: true, status: 'live' });
    await writers;
    const final = await ada.add(tableId, { ad: 'son' });
    const everybody = [early, reader, ...late.map(({ follower }) => follower)];
    await Promise.all(everybody.map(follower => follower.reached(topic, final.position)));

    const now = sorted(await ada.rows(tableId, final.position));
    for (const { messages } of everybody) expectRising(messages);
    expect(folded(start, early.messages)).toEqual(now);
    for (const { follower, snapshot: rows } of late)
      expect(folded(rows, follower.messages)).toEqual(now);
    expect(folded(snapshot, reader.messages)).toEqual(now);
    expect(early.messages.length).toBeGreaterThan(16 * 12 * 2);
    // A row that was gone when the watch began is only told to be gone.
    const dropped = new Set(
      early
        .changes(topic)
        .filter(({ op }) => op === 'drop')
        .map(({ id }) => id),
    );
    const lasting = (messages: readonly Changes[]): Changes[] =>
      messages
        .map(message => ({
          ...message,
          changes: message.changes.filter(({ id }) => !dropped.has(id)),
        }))
        .filter(({ changes }) => changes.length > 0);
    expect(lasting(early.of(topic).filter(({ position }) => position > known))).toEqual(
      lasting(reader.of(topic)),
    );
  });

  it('comes only after the answer, or, when missed, before it', async () => {
    const { id: tableId } = await ada.table('Sıra', { name: 'ad', type: 'string' });
    const topic = `table:${tableId}`;
    const witness = await ada.connect();
    await witness.watch(topic);
    const first = await ada.add(tableId, { ad: '1' });
    const second = await ada.add(tableId, { ad: '2' });
    const third = await ada.add(tableId, { ad: '3' });
    // Sockets may be served by another process than requests are.
    await witness.reached(topic, third.position);
    const follower = await ada.connect();
    const answer = await follower.watch(topic, first.position);
    expect(answer).toMatchObject({ status: 'live' });
    expect(answer.position! >= third.position).toBe(true);
    expect(follower.of(topic).map(({ position }) => position)).toEqual([
      second.position,
      third.position,
    ]);
    expect(follower.order).toEqual(['connect', 'changes', 'changes', 'answer']);
    const fourth = await ada.add(tableId, { ad: '4' });
    await follower.reached(topic, fourth.position);
    expect(follower.order.slice(4)).toEqual(['changes']);
  });

  it('is read from the log when the server itself was away', async () => {
    const { id: tableId, fieldIds } = await ada.table('Günlük', { name: 'eski', type: 'string' });
    const topic = `table:${tableId}`;
    const first = await ada.add(tableId, { eski: '1' });
    await ada.ask('PUT', `/data/table/${tableId}/rows/${first.id}`, { eski: 'iki' });
    await ada.ask('PUT', `/tables/${tableId}/fields/${fieldIds[0]}`, { name: 'yeni' });
    await ada.ask('PUT', `/data/table/${tableId}/rows/${first.id}`, { yeni: 'üç' });
    const follower = await ada.connect();
    await house.restart();
    await follower.until(() => follower.order.filter(what => what === 'connect').length === 2);
    expect(await follower.watch(topic, first.position)).toMatchObject({ status: 'live' });
    expect(
      follower
        .changes(topic)
        .map(({ op, version, patch }) => [op, version, patch?.['eski'], patch?.['yeni']]),
    ).toEqual([
      ['patch', 2, 'iki', undefined],
      ['patch', 3, undefined, 'üç'],
    ]);
    expect(follower.changes(topic)[0]?.actor).toEqual({ id: ada.id, name: 'Ada' });
  });

  it('is told in the names that fields had at the time', async () => {
    const { id: tableId, fieldIds } = await ada.table(
      'Adlar',
      { name: 'a', type: 'string' },
      { name: 'b', type: 'string' },
    );
    const topic = `table:${tableId}`;
    const follower = await ada.connect();
    await follower.watch(topic);
    const path = `/data/table/${tableId}/rows`;
    const { id } = await ada.add(tableId, { a: '1', b: '1' });
    const rename = ada.ask('PUT', `/tables/${tableId}/fields/${fieldIds[0]}`, { name: 'z' });
    const race = ada.ask('PUT', `${path}/${id}`, { b: '2' });
    await Promise.all([rename, race]);
    await ada.ask('PUT', `${path}/${id}`, { z: '3' });
    await ada.ask('DELETE', `/tables/${tableId}/fields/${fieldIds[1]}`);
    const { position } = await ada.add(tableId, { z: '4' });
    await follower.reached(topic, position);
    const [put, second, third, last] = follower.changes(topic);
    expect(Object.keys(put!.doc!)).toEqual([
      'id',
      'created_at',
      'updated_at',
      '_version',
      'a',
      'b',
    ]);
    expect(second!.patch).toMatchObject({ b: '2' });
    expect(third!.patch).toMatchObject({ z: '3', _version: 3 });
    expect(Object.keys(last!.doc!)).toEqual(['id', 'created_at', 'updated_at', '_version', 'z']);
  });

  it('must be read again when it is too long ago, or from another log', async () => {
    const { id: tableId } = await ada.table('Uzak', { name: 'ad', type: 'string' });
    const follower = await ada.connect();
    expect(await follower.watch(`table:${tableId}`, '9'.repeat(20))).toMatchObject({
      success: true,
      status: 'must-refetch',
    });
    const { position } = await ada.add(tableId, { ad: 'yine de' });
    await follower.reached(`table:${tableId}`, position);
    expect(follower.messages).toHaveLength(1);
  });
});
