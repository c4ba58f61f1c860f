import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { put } from '@hzm/projections/core/changes';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { widgetDocs } from '@hzm/projections/features/widgets/widgets';
import { projections } from '@hzm/projections/registry';
import type { Context } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { wholeSource } from '@hzm/services/core/limits/source';
import { embedded } from '@hzm/services/domain/features/widgets/embed/embed';
import { LISTS } from '@hzm/services/domain/load-limits';
import { afterAll, beforeAll, expect, it } from 'vitest';

const [projectId, tableId, ownerId, id] = [newId(), newId(), newId(), newId()];
const at = '2026-01-01T00:00:00.000Z';
const model = new MemoryReadModel();
let reads = 0;
/** The model itself, with its searches for rows counted. */
const counted = new Proxy(model, {
  get: (of, member) => {
    const value: unknown = Reflect.get(of, member, of);
    if (typeof value !== 'function') return value;
    return (asked: { readonly collection?: unknown }, ...more: unknown[]) => {
      if (member === 'find' && asked.collection === rowDocs) reads++;
      return Reflect.apply(value, of, [asked, ...more]) as unknown;
    };
  },
});
const projector = { position: positionOf(10) };
const context = {
  engine: { model: counted, projector, now: () => new Date(), lists: new Gate(LISTS) },
  caller: { actor: 'anonymous' },
  source: wholeSource('anonymous'),
  language: 'tr',
} as unknown as Context;

beforeAll(async () => {
  const settings = WidgetSettings.parse({
    type: 'table',
    tableId,
    fields: [{ field: 'id', name: 'id' }],
  });
  const docs = [
    put(accountDocs, { id: ownerId, isActive: true } as never),
    put(projectDocs, {
      id: projectId,
      ownerId,
      name: 'p',
      settings: { allowApiAccess: true },
    } as never),
    put(tableDocs, { id: tableId, projectId, name: 't', fields: {}, order: [] } as never),
    put(widgetDocs, { id, projectId, name: 'w', type: 'table', settings } as never),
    put(
      rowDocs,
      { id: newId(), tableId, created_at: at, updated_at: at, version: 1, values: {} } as never,
      { partition: tableId },
    ),
  ];
  await model.define(
    projections.flatMap(({ name: projection, collections }) =>
      collections.map(collection => ({ ...collection, projection })),
    ),
  );
  await model.apply([
    {
      projection: 'all',
      version: 1,
      checkpoint: positionOf(10),
      batch: docs.map((change, i) => ({ position: positionOf(i + 1), changes: [change] })),
    },
  ]);
});
afterAll(() => model.close());

it('a thousand viewers of one widget cost one reading of its rows per change', async () => {
  const view = (after: number) =>
    embedded(context, id, {
      format: 'html',
      theme: 'light',
      size: 'medium',
      after: positionOf(after),
    });
  for (let change = 10; change < 13; change++) {
    projector.position = positionOf(change);
    reads = 0;
    const pages = await Promise.all(Array.from({ length: 1_000 }, () => view(change)));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([undefined]));
    expect(reads).toBe(1);
  }
  // A change that this process has not read yet is waited for, not passed over.
  await expect(view(99)).rejects.toMatchObject({ code: 'NOT_READY' });
});
