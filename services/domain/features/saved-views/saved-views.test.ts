import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { MAX_OWN_VIEWS } from '@hzm/contracts/features/saved-views/saved-view';
import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import type { Engine } from '@hzm/services/core/engine';
import { describe, expect, it } from 'vitest';
import { erasedTables } from './erased-tables.ts';
import { savedViewsPart } from './project-part.ts';
import {
  addSavedView,
  changeSavedView,
  MANY_VIEWS,
  removeSavedView,
  savedViews,
  ViewChanged,
} from './saved-views.ts';
import { withHidden, withoutFields } from './view.ts';

const [projectId, tableId, ayşe, can] = [newId(), newId(), newId(), newId()];
const position = positionOf(1);
const settings = { filters: {}, sort: [], columns: { order: [], widths: {}, hidden: [] } };
const view = (ownerId: string | null) => ({ tableId, ownerId, name: 'Çaylar', settings });
const of = (viewId = newId()) => ({ projectId, viewId });
/** All views after adding as many as an owner may have. */
const full = (ownerId: string | null) => {
  let state = savedViews.initial;
  for (let i = 0; i < MAX_OWN_VIEWS; i++) {
    const decision = addSavedView(of(), view(ownerId))(state);
    if (!Array.isArray(decision)) throw new Error('refused');
    state = decision.reduce((s, event) => savedViews.evolve(s, event), state);
  }
  return state;
};

it('own views fill no room of others, nor those of everybody', () => {
  const state = full(ayşe);
  expect(addSavedView(of(), view(ayşe))(state)).toMatchObject({ code: 'CONFLICT' });
  for (const ownerId of [can, null])
    expect(addSavedView(of(), view(ownerId))(state)).toHaveLength(1);
  expect(addSavedView(of(), { ...view(null), tableId: newId() })(full(null))).toHaveLength(1);
});

it('a repeated addition, an equal change and a repeated removal decide nothing', () => {
  const own = of();
  const [added] = addSavedView(own, view(null))(savedViews.initial) as never[];
  const state = savedViews.evolve(savedViews.initial, { ...(added! as object), position } as never);
  expect(addSavedView(own, view(null))(state)).toEqual([]);
  const change = { name: 'Çaylar', settings };
  expect(changeSavedView(own, change, { settings, position })(state)).toEqual([]);
  expect(removeSavedView(of())(state)).toEqual([]);
  const other = changeSavedView(of(), { name: 'x' }, { settings, position });
  expect(other(state)).toMatchObject({ code: 'NOT_FOUND' });
});

it('a change keeps what it does not name as it was seen, unless that has changed since', () => {
  const own = of();
  const [added] = addSavedView(own, view(null))(savedViews.initial) as never[];
  const state = savedViews.evolve(savedViews.initial, { ...(added! as object), position } as never);
  const other = { ...settings, filters: { [newId()]: 'x' } };
  const change = (at: number, to: object) =>
    changeSavedView(own, to, { settings, position: positionOf(at) })(state);
  expect(change(1, { name: 'x' })).toMatchObject([{ data: { name: 'x', settings } }]);
  expect(change(1, { settings: other })).toMatchObject([{ data: { settings: other } }]);
  for (const to of [{ name: 'x' }, { settings: other }])
    expect(change(0, to)).toBeInstanceOf(ViewChanged);
});

it('decisions hold no settings, since those of all views of a project may exceed the memory', () => {
  const filters = { [newId()]: 'çok uzun' };
  const [added] = addSavedView(of(), { ...view(null), settings: { ...settings, filters } })(
    savedViews.initial,
  ) as never[];
  const state = savedViews.evolve(savedViews.initial, added!);
  expect(JSON.stringify(state.values())).not.toContain('çok uzun');
});

it('an added view removes many views of erased tables, so that they do not add up', () => {
  const erased = new Set<string>();
  let state = savedViews.initial;
  const add = (of: string, at: number) => {
    const decision = addSavedView(
      { projectId, viewId: `${of}/${at}` },
      { ...view(null), tableId: of },
      erased,
    )(state);
    if (!Array.isArray(decision)) throw new Error('refused');
    state = decision.reduce((s, event) => savedViews.evolve(s, event), state);
  };
  for (let n = 0; n < 60; n++) {
    for (let at = 0; at < 50; at++) add(`${n}`, at);
    if (n > 0) erased.add(`${n}`);
  }
  expect(state.size).toBeLessThanOrEqual(MANY_VIEWS);
  expect(state.values().filter(({ tableId: of }) => of === '0')).toHaveLength(50);
});

it('settings without a field name it nowhere', () => {
  const [shown, hidden] = [newId(), newId()];
  const all = {
    filters: { [shown]: 'x', [hidden]: { gt: '1' } },
    sort: [
      { field: hidden, order: 'asc' as const },
      { field: shown, order: 'desc' as const },
    ],
    columns: {
      order: [hidden, shown],
      widths: { [hidden]: 100, [shown]: 90 },
      hidden: [hidden],
      frozen: [hidden],
    },
  };
  const rest = withoutFields(all, new Set([hidden]));
  expect(JSON.stringify(rest)).not.toContain(hidden);
  expect(rest.columns).toEqual({ order: [shown], widths: { [shown]: 90 }, hidden: [], frozen: [] });
});

describe('settings that are saved by somebody who is not shown a field', () => {
  const [shown, hidden] = [newId(), newId()];
  const stored = {
    filters: { [shown]: 'x', [hidden]: 'y' },
    sort: [{ field: hidden, order: 'asc' as const }],
    board: hidden,
    colors: [{ by: hidden }, { by: shown }],
    columns: { order: [hidden, shown], widths: {}, hidden: [] },
  };
  const ids = new Set([hidden]);
  const seen = withoutFields(stored, ids);

  it('stay as they were where nothing is changed', () => {
    expect(withHidden(seen, stored, ids)).toEqual(stored);
  });

  it('keep its filters and colours beside those that are changed, and no place beside a new one', () => {
    const sort = [{ field: shown, order: 'desc' as const }];
    const given = {
      ...seen,
      sort,
      filters: { [shown]: 'z' },
      colors: [{ by: shown, cell: shown }],
      group: { field: shown },
    };
    expect(withHidden(given, stored, ids)).toEqual({
      ...stored,
      board: undefined,
      sort,
      filters: { [shown]: 'z', [hidden]: 'y' },
      colors: [{ by: shown, cell: shown }, { by: hidden }],
      group: { field: shown },
    });
  });
});

it('views of tables in the bin are not copied to a test environment', async () => {
  const [binned, testId] = [newId(), newId()];
  const docs = [tableId, binned].map(of => ({ id: newId(), tableId: of, name: 'A', settings }));
  const engine = {
    model: {
      find: () => Promise.resolve({ docs }),
      get: (_: unknown, id: string) => Promise.resolve(id === binned ? undefined : { id }),
    },
    executor: { look: () => Promise.resolve({ state: new Map(), revision: -1 }) },
  } as unknown as Engine;
  const { lacking } = await (await savedViewsPart.copy(engine, projectId, testId))();
  expect(lacking.map(({ data }) => data['viewId'])).toEqual([mirrorId(docs[0]!.id, testId)]);
});

it('a project with many views asks the log for tables that are neither live nor in the bin', async () => {
  const [live, binned, erased] = [newId(), newId(), newId()];
  const loaded: string[] = [];
  const executor = (count: number) => ({
    load: (stream: string) => {
      loaded.push(stream);
      const views = Array.from({ length: count }, (_, n) => [binned, live, erased][n % 3]!).reduce(
        (s, of, n) => s.with(`${n}`, { ...view(null), tableId: of, position }),
        savedViews.initial,
      );
      const tables = { schema: new Map([[live, {}]]), tables: new Map([[binned, {}]]) };
      return Promise.resolve(stream.startsWith('schema-') ? tables : views);
    },
  });
  const of = (count: number) =>
    erasedTables({ executor: executor(count) } as unknown as Engine, projectId, view(null));
  expect([await of(MANY_VIEWS - 1), await of(MANY_VIEWS)]).toEqual([new Set(), new Set([erased])]);
  expect(loaded.map(stream => stream.slice(0, -projectId.length))).toEqual([
    'saved-views-',
    'saved-views-',
    'schema-',
  ]);
});
