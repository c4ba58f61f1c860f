import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { drop, put } from '@hzm/projections/core/changes';
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
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

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
      const answer: unknown = Reflect.apply(value, of, [asked, ...more]);
      if (asked === (widgetDocs as unknown)) afterWidget();
      return answer;
    };
  },
});
const projector = { position: positionOf(10) };
let afterWidget = (): void => undefined;
const lists = new Gate(LISTS);
const entered = vi.spyOn(lists, 'run');
const context = {
  engine: { model: counted, projector, now: () => new Date(), lists },
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

const view = (
  after?: number,
  format: 'html' | 'json' = 'html',
  look: 'dark' | 'light' = 'light',
  widgetId = id,
) =>
  embedded(context, widgetId, {
    format,
    theme: look,
    size: 'medium',
    after: after === undefined ? undefined : positionOf(after),
  });
let checkpoint = 10;
const change = async (...changes: readonly ReturnType<typeof drop>[]): Promise<void> => {
  const position = positionOf(++checkpoint);
  await model.apply([
    { projection: 'all', version: 1, checkpoint: position, batch: [{ position, changes }] },
  ]);
  projector.position = positionOf(checkpoint);
};
const row = (rowId: string, values: object = {}) =>
  put(
    rowDocs,
    { id: rowId, tableId, created_at: at, updated_at: at, version: 1, values } as never,
    { partition: tableId },
  );
afterEach(() => {
  reads = 0;
  entered.mockClear();
});

it('a thousand viewers of one widget cost one reading and one drawing of its rows per change', async () => {
  for (let n = 0; n < 3; n++) {
    await change();
    [reads] = [0];
    entered.mockClear();
    const pages = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => view(checkpoint, 'html', i % 2 ? 'dark' : 'light')),
    );
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([undefined]));
    expect(new Set(pages.map(({ page }) => page.body)).size).toBe(2);
    expect([reads, entered.mock.calls.length]).toEqual([1, 2]);
  }
  // A change that this process has not read yet is waited for, not passed over.
  await expect(view(99)).rejects.toMatchObject({ code: 'NOT_READY' });
});

it('an older change that is named brings no content back for longer than a second', async () => {
  const gone = newId();
  await change(row(gone));
  expect((await view()).page.body).toContain(gone);
  await change(drop(rowDocs, gone, { partition: tableId }));
  const later = performance.now() + 1_100;
  const now = vi.spyOn(performance, 'now').mockReturnValue(later);
  expect((await view(0)).page.body).not.toContain(gone);
  now.mockRestore();
});

it('an older change that is named shows nothing by settings or fields of before', async () => {
  await view();
  const settings = WidgetSettings.parse({
    type: 'table',
    tableId,
    fields: [{ field: 'id', name: 'other' }],
  });
  const doc = { id, projectId, name: 'w', type: 'table', settings };
  await change(put(widgetDocs, { ...doc, position: positionOf(11) } as never));
  expect((await view(0)).page.body).toContain('other');
  const table = { id: tableId, projectId, name: 't', fields: {}, order: [] };
  await change(drop(tableDocs, tableId));
  expect((await view(0)).status).toBe(409);
  await change(put(tableDocs, table as never));
  expect((await view(0)).status).toBe(undefined);
});

it('a change while the widget is read is not taken for shown', async () => {
  await change();
  afterWidget = () => {
    afterWidget = () => undefined;
    projector.position = positionOf(++checkpoint);
  };
  await view();
  await view(checkpoint);
  expect(reads).toBe(2);
});

it('a content that is too long is read no further, and not again at once', async () => {
  const rows = Array.from({ length: 8 }, () => newId());
  const field = newId();
  const long = 'x'.repeat(900_000);
  await change(...rows.map(one => row(one, { [field]: long })));
  const fields = { [field]: { id: field, name: 'f', type: 'text', validation: {} } };
  await change(
    put(tableDocs, { id: tableId, projectId, name: 't', fields, order: [field] } as never),
  );
  const own = newId();
  const settings = WidgetSettings.parse({
    type: 'table',
    tableId,
    fields: [{ field, name: 'f' }],
  });
  const doc = { id: own, projectId, name: 'w', type: 'table', settings };
  await change(put(widgetDocs, { ...doc, position: positionOf(11) } as never));
  for (let n = 0; n < 3; n++) {
    expect((await view(undefined, 'html', 'light', own)).status).toBe(413);
    await change();
  }
  expect([reads, entered.mock.calls.length]).toEqual([1, 1]);
});
