import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import type { JsonObject } from '@hzm/contracts/core/json';
import { positionOf } from '@hzm/contracts/core/position';
import { projectCreated, projectDeleted } from '@hzm/contracts/features/projects/events';
import { rowAdded } from '@hzm/contracts/features/rows/events';
import { viewRetryAsked } from '@hzm/contracts/features/status/events';
import { events } from '@hzm/contracts/registry';
import type { Codec } from '@hzm/services/core/events/codec';
import { seal } from '@hzm/services/core/events/sealing';
import { MIB } from '@hzm/services/core/ports/byte-budget';
import { NO_STREAM, type StoredEvent } from '@hzm/services/core/ports/event-store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleEvents } from '../projections/sample-events.ts';
import { FaultInjectingEventStore, newCodec, newVault } from './fixtures.ts';

const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r' };
const [projectId, tableId] = [newId(), newId()];

async function throughTheLog(codec = newCodec(), facts = sampleEvents) {
  const store = new FaultInjectingEventStore();
  let revision = NO_STREAM;
  for (const fact of facts)
    ({ revision } = await store.append(
      's',
      revision,
      await codec.encode([fact], meta, () => newId()),
    ));
  return { store, codec, decoded: await codec.decode(await store.readStream('s')) };
}

it('gives every event back as it was said', async () => {
  const { decoded } = await throughTheLog();
  expect(decoded.map(({ type, data }) => ({ type, data }))).toEqual(
    sampleEvents.map(({ type, data }) => ({ type, data })),
  );
  expect(decoded.every(event => !event.erased && event.meta.actor === 'a')).toBe(true);
});

it('does not open again what it has sealed itself, and gives nothing back whose key is destroyed', async () => {
  const vault = newVault();
  const codec = newCodec(vault);
  const [event] = await codec.encode(
    [rowAdded({ projectId, tableId, rowId: newId(), values: { a: 'Ihlamur' } })],
    meta,
    () => newId(),
  );
  const stored: StoredEvent = { ...event!, stream: 's', revision: 0, position: positionOf(1) };
  // With another seal, as nobody could open it.
  (stored.data as Record<string, string>)['$sealed'] = 'A'.repeat(80);
  const [own] = await codec.decode([stored]);
  expect(own!.data).toMatchObject({ values: { a: 'Ihlamur' } });
  expect((await codec.open([{ ...stored, data: { ...stored.data } }]))[0]).toMatchObject({
    damage: 'seal-broken',
  });
  // Nobody changes what others are given.
  (own!.data['values'] as Record<string, string>)['a'] = 'other';
  expect((await codec.decode([stored]))[0]!.data).toMatchObject({ values: { a: 'Ihlamur' } });
  await vault.destroy(`project:${projectId}`);
  expect((await codec.decode([stored]))[0]).toMatchObject({ erased: true, data: { projectId } });
  expect(JSON.stringify(await codec.decode([stored]))).not.toContain('Ihlamur');
});

it('keeps what is sealed out of the log', async () => {
  const { store } = await throughTheLog();
  const log = JSON.stringify(await store.readStream('s'));
  for (const secret of [
    'Ayşe',
    'ayse@example.com',
    'Stoklar',
    'hzm_k1',
    'Ihlamur',
    'Ürünler',
    'tutar',
    'enterprise',
    'webhookUrl',
  ])
    expect(log).not.toContain(secret);
});

it('seals and opens any values, short or long', async () => {
  const codec = newCodec();
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { maxKeys: 5 }),
      fc.nat(20_000),
      async (values, length) => {
        const fact = rowAdded({
          projectId,
          tableId,
          rowId: newId(),
          values: JSON.parse(JSON.stringify({ ...values, long: 'ğ'.repeat(length) })),
        });
        expect((await throughTheLog(codec, [fact])).decoded[0]!.data).toEqual(fact.data);
      },
    ),
    { numRuns: 50 },
  );
});

it('refuses what one append cannot carry', async () => {
  const text = Array.from({ length: 120_000 }, () => Math.random().toString(36)).join('');
  await expect(
    newCodec().encode(
      [rowAdded({ projectId, tableId, rowId: newId(), values: { text } })],
      meta,
      () => newId(),
    ),
  ).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

describe('what is written', () => {
  const row = (megabytes: number) =>
    rowAdded({ projectId, tableId, rowId: newId(), values: { text: 'x'.repeat(megabytes * MIB) } });
  const encode = (...megabytes: number[]) =>
    newCodec().encode(megabytes.map(row), meta, () => newId());

  it('is bounded as it is opened, however well it compresses: each event, and all together', async () => {
    expect(await encode(3.9)).toHaveLength(1);
    await expect(encode(4.1)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      text: { key: 'write-too-large' },
    });
    expect(await encode(...Array.from({ length: 10 }, () => 3))).toHaveLength(10);
    await expect(encode(...Array.from({ length: 11 }, () => 3))).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  it('counts what stands open, too', async () => {
    const tableIds = Array.from({ length: 30_000 }, () => newId());
    await expect(
      newCodec().encode(
        [projectDeleted({ projectId, ownerId: newId(), tableIds, memberIds: [], leaves: 0 })],
        meta,
        () => newId(),
      ),
    ).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});

describe('opening', () => {
  const stored = async (codec: Codec, facts: readonly DomainEvent[]): Promise<StoredEvent[]> =>
    Promise.all(
      facts.map(async (fact, i): Promise<StoredEvent> => ({
        ...(await codec.encode([fact], meta, () => newId()))[0]!,
        stream: 's',
        revision: i,
        position: positionOf(i + 1),
      })),
    );

  it('takes no more events at once than the one with which they are so many bytes, and the next when those were taken', async () => {
    const codec = newCodec();
    const log = await stored(
      codec,
      Array.from({ length: 20 }, (_, i) =>
        rowAdded({
          projectId,
          tableId,
          rowId: newId(),
          values: { text: 'x'.repeat(i === 7 ? 3 * MIB : 100_000) },
        }),
      ),
    );
    let touched = 0;
    const counted = function* () {
      for (const event of log) {
        touched++;
        yield event;
      }
    };
    const slices: number[] = [];
    for await (const { events, bytes } of codec.slices(counted(), 400_000)) {
      slices.push(events.length);
      expect(touched).toBe(slices.reduce((a, b) => a + b));
      expect(bytes).toBeLessThan(400_000 + 3 * MIB);
    }
    expect(slices).toEqual([4, 4, 4, 4, 4]);
  });

  it('takes large events of an older log one at a time', async () => {
    const vault = newVault();
    const codec = newCodec(vault);
    const key = (await vault.obtain(`project:${projectId}`))!;
    const old = (i: number): StoredEvent => ({
      id: newId(),
      type: 'row-added',
      stream: 's',
      revision: i,
      position: positionOf(i + 1),
      meta: { ...meta, v: 1 },
      data: {
        projectId,
        tableId,
        rowId: newId(),
        $sealed: seal(key, 'row-added', { values: { text: 'x'.repeat(60 * MIB) } }),
      },
    });
    const log = Array.from({ length: 3 }, (_, i) => old(i));
    expect(log[0]!.data['$sealed']).toHaveProperty('length', expect.closeTo(366_000, -5));
    for await (const { events, bytes } of codec.slices(log))
      expect([events.length, bytes > 60 * MIB]).toEqual([1, true]);
  });
});

it('does not open what was moved to another type', async () => {
  const { store, codec } = await throughTheLog(newCodec(), [
    rowAdded({ projectId, tableId, rowId: newId(), values: { a: 1 } }),
  ]);
  const [stored] = await store.readStream('s');
  expect((await codec.open([{ ...stored!, type: 'row-removed' }]))[0]).toMatchObject({
    damage: 'seal-broken',
  });
});

it('says erased when the key is destroyed, and seals nothing under it again', async () => {
  const vault = newVault();
  const fact = rowAdded({ projectId, tableId, rowId: newId(), values: { a: 'gizli' } });
  const { store, codec } = await throughTheLog(newCodec(vault), [fact]);
  await vault.destroy(`project:${projectId}`);
  const [event] = await codec.decode(await store.readStream('s'));
  expect(event).toMatchObject({ erased: true, data: { projectId, tableId } });
  expect(event!.data).not.toHaveProperty('values');
  await expect(codec.encode([fact], meta, () => newId())).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

describe('the same request again', () => {
  const fact = rowAdded({ projectId, tableId, rowId: newId(), values: { a: 1 } });
  const [digest, other] = ['what was asked', 'something else'];

  it('is told from another of its name, without anything in the log that tells what was asked', async () => {
    const vault = newVault();
    const [stored] = await newCodec(vault).encode([fact], meta, () => newId(), digest);
    expect([
      await newCodec(vault).asksTheSame(stored!, digest),
      await newCodec(vault).asksTheSame(stored!, other),
    ]).toEqual([true, false]);
    const [elsewhere] = await newCodec(newVault()).encode([fact], meta, () => newId(), digest);
    expect(elsewhere!.meta['mac']).not.toBe(stored!.meta['mac']);
    expect(
      (
        await newCodec(vault).decode([
          { ...stored!, stream: 's', revision: 0, position: '1' as never },
        ])
      )[0]!.meta,
    ).toEqual({ ...meta, mac: stored!.meta['mac'] });
  });

  it('is the same for ever once the key is destroyed, and where nothing was kept', async () => {
    const vault = newVault();
    const codec = newCodec(vault);
    const [stored] = await codec.encode([fact], meta, () => newId(), digest);
    await vault.destroy(`project:${projectId}`);
    expect(await codec.asksTheSame(stored!, other)).toBe(true);
    const [once] = await newCodec().encode([fact], meta, () => newId());
    expect(once!.meta).not.toHaveProperty('mac');
    expect(await codec.asksTheSame(once!, other)).toBe(true);
  });

  it('needs no key where there is none', async () => {
    const vault = newVault();
    const codec = newCodec(vault);
    const [asked] = await codec.encode(
      [viewRetryAsked({ view: 'rows' })],
      meta,
      () => newId(),
      digest,
    );
    expect(asked!.meta).not.toHaveProperty('mac');
    await vault.destroy(`project:${projectId}`);
    const [gone] = await codec.encode(
      [projectDeleted({ projectId, ownerId: newId(), tableIds: [], memberIds: [], leaves: 0 })],
      meta,
      () => newId(),
      digest,
    );
    expect(gone!.meta).not.toHaveProperty('mac');
    expect(await vault.isEmpty()).toBe(false);
  });
});

describe('older versions', () => {
  it('are brought up to date when they are read', async () => {
    const sample = JSON.parse(
      readFileSync(
        join(
          import.meta.dirname,
          '../../contracts/features/projects/samples/project-created.1.json',
        ),
        'utf8',
      ),
    ) as JsonObject;
    const codec = newCodec();
    const [event] = await codec.decode([
      {
        id: newId(),
        type: 'project-created',
        stream: 's',
        revision: 0,
        position: '1' as never,
        data: sample,
        meta: { ...meta, v: 1 },
      },
    ]);
    expect(event!.data).toEqual({
      ...sample,
      keyType: 'project',
      parentProjectId: null,
      tableCount: 0,
      widgetCount: 0,
    });
    expect(projectCreated.schema.safeParse(event!.data).success).toBe(true);
  });

  const features = join(import.meta.dirname, '../../contracts/features');
  const samples = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.includes('samples/'),
  );

  it('have a sample for each version that ever was', () => {
    const expected = events.flatMap(({ type, version }) =>
      Array.from({ length: version - 1 }, (_, i) => `${type}.${i + 1}.json`),
    );
    expect(samples.map(file => basename(file)).toSorted()).toEqual(expected.toSorted());
  });

  it.each(samples)('%s is one of today when it is read', async file => {
    const [type, version] = basename(file).split('.') as [string, string];
    const sample = JSON.parse(readFileSync(join(features, file), 'utf8')) as JsonObject;
    const [event] = await newCodec().decode([
      {
        id: newId(),
        type,
        stream: 's',
        revision: 0,
        position: '1' as never,
        data: sample,
        meta: { ...meta, v: Number(version) },
      },
    ]);
    expect(
      events.find(one => one.type === type)!.schema.safeParse(event!.data).error,
    ).toBeUndefined();
  });
});
