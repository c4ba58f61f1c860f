import { beforeEach, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let count = 0;
let owner: Person;
let live = '';
let test = '';

const call = (method: string, path: string, body?: unknown, headers: Headed = owner.session) =>
  ask(method, path, body, headers);
const tableOf = async (projectId: string, name: string): Promise<Any> =>
  (await call('GET', `/tables/project/${projectId}`)).body.data.tables.find(
    (one: Any) => one.name === name,
  );
const settingsOf = ({ id, fields }: Any, names = fields.map((one: Any) => one.name)): object => ({
  type: 'table',
  tableId: id,
  fields: names.map((name: string) => ({
    field: fields.find((one: Any) => one.name === name).id,
    name,
  })),
});
const add = async (projectId: string, name: string, settings: object | null): Promise<Any> =>
  (await call('POST', `/projects/${projectId}/widgets`, { name, type: 'table', settings })).body
    .data.widget;
const widgetsOf = async (projectId: string): Promise<Any[]> =>
  (await call('GET', `/projects/${projectId}/widgets`)).body.data.widgets;
const preview = async (): Promise<Any> =>
  (await call('POST', '/tables/transfer-preview', { testProjectId: test, liveProjectId: live }))
    .body.data;
const transfer = (more: object, headers?: Headed) =>
  call(
    'POST',
    '/tables/transfer-to-live',
    { testProjectId: test, liveProjectId: live, tableIds: [], ...more },
    headers,
  );
const embedded = async (id: string): Promise<Any> =>
  (await ask('GET', `/widgets/${id}/embed`, undefined, {})).body.data;

/** A table with a widget and a row in live, and a test environment of both. */
beforeEach(async () => {
  owner = await register(`Owner${++count}`);
  live = owner.projectId;
  const id = await table(live, owner.session, 'Ürünler', { ad: 'string', stok: 'number' });
  await call('POST', `/data/table/${id}/rows`, { ad: 'Çay', stok: 3 });
  await add(live, 'Stok', settingsOf(await tableOf(live, 'Ürünler')));
  test = (await call('POST', `/projects/${live}/create-test-environment`, {})).body.data.project.id;
});

describe('a transfer', () => {
  it('brings a changed widget back to the one that it was copied from', async () => {
    const [one] = await widgetsOf(live);
    const [copy] = await widgetsOf(test);
    const before = await preview();
    expect(before.widgets).toEqual([
      {
        id: copy.id,
        name: 'Stok',
        type: 'table',
        liveWidgetId: one.id,
        state: 'same',
        tableId: (await tableOf(test, 'Ürünler')).id,
        liveIsNewer: false,
        fitsNow: true,
        fitsAfter: true,
        needs: [],
      },
    ]);
    const settings = settingsOf(await tableOf(test, 'Ürünler'), ['ad']);
    await call('PUT', `/widgets/${copy.id}`, { name: 'Adlar', settings });
    expect((await preview()).widgets[0]).toMatchObject({ state: 'different', liveIsNewer: false });
    const { status, body } = await transfer({ widgetIds: [copy.id] });
    expect([status, body.data.widgets, body.data.summary.successful]).toEqual([
      200,
      [{ id: copy.id, name: 'Adlar', liveWidgetId: one.id }],
      0,
    ]);
    expect(body.data.transfer).toMatchObject({
      events: 1,
      tables: [],
      widgets: [{ testWidgetId: copy.id, widgetId: one.id, name: 'Adlar', state: 'different' }],
    });
    expect(await widgetsOf(live)).toMatchObject([{ id: one.id, name: 'Adlar', state: 'live' }]);
    expect((await embedded(one.id)).rows).toEqual([{ ad: 'Çay' }]);
    expect((await preview()).widgets[0].state).toBe('same');
    await call('PUT', `/widgets/${one.id}`, { name: 'Canlıda' });
    expect((await preview()).widgets[0]).toMatchObject({ state: 'different', liveIsNewer: true });
  });

  it('brings a new widget with its table once, under an id that nobody can work out', async () => {
    await table(test, owner.session, 'Depolar', { yer: 'string' });
    const depots = await tableOf(test, 'Depolar');
    const made = await add(test, 'Yerler', settingsOf(depots));
    const { widgets } = await preview();
    expect(widgets[1]).toMatchObject({
      state: 'new',
      liveWidgetId: null,
      fitsNow: false,
      fitsAfter: true,
    });
    const alone = await transfer({ widgetIds: [made.id] });
    expect([alone.status, alone.body.error]).toEqual([
      409,
      "“Yerler” widget'ı taşınamıyor: canlıda olmayan bir tabloyu ya da alanı kullanıyor. Tablosunu da seçin. Hiçbir şey taşınmadı.",
    ]);
    expect(await tableOf(live, 'Depolar')).toBeUndefined();
    const asked = { tableIds: [depots.id], widgetIds: [made.id] };
    const named = { ...owner.session, 'x-request-id': `tasi-${count}` };
    const first = await transfer(asked, named);
    const again = await transfer(asked, named);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.data).toEqual(first.body.data);
    const [, brought] = await widgetsOf(live);
    expect(brought).toMatchObject({ name: 'Yerler', state: 'live' });
    expect(first.body.data.widgets).toEqual([
      { id: made.id, name: 'Yerler', liveWidgetId: brought.id },
    ]);
    expect((await preview()).widgets.map(({ state }: Any) => state)).toEqual(['same', 'same']);
  });

  it('brings a widget that names rows of another table, with both tables or beside the other', async () => {
    await table(test, owner.session, 'Depolar', { yer: 'string' });
    const depots = await tableOf(test, 'Depolar');
    await table(test, owner.session, 'Raflar', { depo: 'reference' });
    const shelves = await tableOf(test, 'Raflar');
    const label = { tableId: depots.id, field: depots.fields[0].id };
    const settings = { type: 'table', tableId: shelves.id };
    const fields = [{ field: shelves.fields[0].id, name: 'depo', label }];
    const made = await add(test, 'Raflar', { ...settings, fields });
    const both = { fitsNow: false, fitsAfter: true, needs: [shelves.id, depots.id] };
    expect((await preview()).widgets[1]).toMatchObject(both);
    const without = await transfer({ tableIds: [shelves.id], widgetIds: [made.id] });
    expect(without.status).toBe(409);
    expect((await transfer({ tableIds: [depots.id] })).status).toBe(200);
    expect((await preview()).widgets[1]).toMatchObject({ needs: [shelves.id] });
    const asked = { tableIds: [shelves.id], widgetIds: [made.id] };
    expect((await transfer(asked)).status).toBe(200);
    expect((await widgetsOf(live))[1]).toMatchObject({ name: 'Raflar', state: 'live' });
  });

  it('gives a widget that live deleted another id, so that its personal links stay closed', async () => {
    const [one] = await widgetsOf(live);
    const [copy] = await widgetsOf(test);
    const ids = [one.id];
    for (let n = 0; n < 3; n++) {
      await call('DELETE', `/widgets/${ids.at(-1)}`);
      const { body } = await transfer({ widgetIds: [copy.id] });
      ids.push(body.data.widgets[0].liveWidgetId);
      expect((await widgetsOf(live)).map(({ id }) => id)).toEqual([ids.at(-1)]);
    }
    expect(new Set(ids).size).toBe(4);
  });

  it('does not name a widget as broken that it brings to the changed table', async () => {
    const products = await tableOf(test, 'Ürünler');
    const stock = products.fields.find(({ name }: Any) => name === 'stok').id;
    const [copy] = await widgetsOf(test);
    await call('PUT', `/widgets/${copy.id}`, { settings: settingsOf(products, ['ad']) });
    await call('DELETE', `/tables/${products.id}/fields/${stock}`);
    const asked = { tableIds: [products.id] };
    expect((await transfer(asked)).body.data.widgets).toMatchObject([{ name: 'Stok' }]);
    expect((await transfer({ ...asked, widgetIds: [copy.id] })).status).toBe(200);
    expect((await widgetsOf(live))[0].state).toBe('live');
  });

  it('refuses what was compared before a widget changed, what is unknown, and nothing', async () => {
    const { comparison } = await preview();
    const [copy] = await widgetsOf(test);
    await call('PUT', `/widgets/${copy.id}`, { name: 'Başka' });
    const late = await transfer({ widgetIds: [copy.id], comparison });
    expect([late.status, late.body.data.widgets[0].name]).toEqual([409, 'Başka']);
    const [one] = await widgetsOf(live);
    expect((await transfer({ widgetIds: [one.id] })).body.details).toEqual([
      { path: 'widgetIds.0', message: 'Test ortamında böyle bir widget yok' },
    ]);
    expect((await transfer({})).body.details).toEqual([
      { path: 'tableIds', message: 'Taşınacak en az bir tablo ya da widget seçin' },
    ]);
    expect((await widgetsOf(live))[0].name).toBe('Stok');
  });

  it('brings no widget for the main key, which may transfer tables', async () => {
    const [copy] = await widgetsOf(test);
    await call('PUT', `/widgets/${copy.id}`, { name: 'Başka' });
    const main = owner.key;
    const refused = await transfer({ widgetIds: [copy.id] }, main);
    expect([refused.status, refused.body.code]).toEqual([403, 'KEY_SCOPE']);
    expect((await widgetsOf(live))[0].name).toBe('Stok');
  });
});

describe('undoing a transfer', () => {
  const undo = (id: string, query = '') =>
    call('POST', `/projects/${live}/transfers/${id}/undo${query}`);
  const receipt = async (id: string): Promise<Any> =>
    (await call('GET', `/projects/${live}/transfers/${id}`)).body.data;
  const depots = async (): Promise<Any> => {
    await table(test, owner.session, 'Depolar', { yer: 'string' });
    const made = await tableOf(test, 'Depolar');
    return { table: made, widget: await add(test, 'Yerler', settingsOf(made)) };
  };

  it('removes the widgets that came and restores those that changed, with their tables or alone', async () => {
    const products = await tableOf(test, 'Ürünler');
    const [copy] = await widgetsOf(test);
    const before = await widgetsOf(live);
    const stock = products.fields.find(({ name }: Any) => name === 'stok').id;
    await call('PUT', `/widgets/${copy.id}`, { settings: settingsOf(products, ['ad']) });
    await call('DELETE', `/tables/${products.id}/fields/${stock}`);
    const made = await depots();
    const asked = { tableIds: [products.id, made.table.id], widgetIds: [copy.id, made.widget.id] };
    const { transfer: done } = (await transfer(asked)).body.data;
    expect(done.widgets.map(({ name, state }: Any) => [name, state])).toEqual([
      ['Stok', 'different'],
      ['Yerler', 'new'],
    ]);
    expect(await widgetsOf(live)).toHaveLength(2);
    expect(await receipt(done.id)).toMatchObject({ obstacles: [], widgets: [] });
    const undone = await undo(done.id);
    expect([undone.status, undone.body.data.transfer.undone.by.id]).toEqual([200, owner.id]);
    expect(await widgetsOf(live)).toEqual(
      before.map(one => ({ ...one, updated_at: expect.any(String) as string })),
    );
    expect((await embedded(before[0].id)).rows).toEqual([{ ad: 'Çay', stok: 3 }]);
    expect((await undo(done.id)).status).toBe(200);

    const alone = (await transfer({ widgetIds: [copy.id, copy.id] })).body.data.transfer;
    expect(alone.widgets).toHaveLength(1);
    expect((await undo(alone.id)).body.data.transfer.undone).toMatchObject({
      by: { id: owner.id },
    });
    expect((await embedded(before[0].id)).rows).toEqual([{ ad: 'Çay', stok: 3 }]);
    const { events } = (await call('GET', `/projects/${live}/history?type=widgets-transfer-undone`))
      .body.data;
    expect(events.map(({ summary }: Any) => summary)).toEqual([
      expect.stringMatching(/bir widget taşımasını geri aldı: Stok, Yerler$/),
      expect.stringMatching(/bir widget taşımasını geri aldı: Stok$/),
    ]);
  });

  it('is refused, whole, once a widget was changed, deleted or linked to', async () => {
    const [copy] = await widgetsOf(test);
    const made = await depots();
    await call('PUT', `/widgets/${copy.id}`, { name: 'Adlar' });
    const asked = { tableIds: [made.table.id], widgetIds: [copy.id, made.widget.id] };
    const { transfer: done } = (await transfer(asked)).body.data;
    const [one] = await widgetsOf(live);
    await call('PUT', `/widgets/${one.id}`, { name: 'Canlıda' });
    const refused = await undo(done.id);
    expect([refused.status, refused.body.data.obstacles]).toEqual([
      409,
      [expect.objectContaining({ kind: 'widget-changed', name: 'Canlıda' })],
    ]);
    expect(await widgetsOf(live)).toHaveLength(2);
    expect(await tableOf(live, 'Depolar')).toBeDefined();
    await call('DELETE', `/widgets/${one.id}`);
    expect((await receipt(done.id)).obstacles).toMatchObject([
      { kind: 'widget-deleted', name: 'Adlar', by: { id: owner.id } },
    ]);
  });

  it('is refused while a form that came with it has a personal link', async () => {
    const { fields, ...products } = await tableOf(test, 'Ürünler');
    const chosen = [{ field: fields[0].id, name: 'ad' }];
    const form = (
      await call('POST', `/projects/${test}/widgets`, {
        name: 'Adınız',
        type: 'form',
        settings: { type: 'form', tableId: products.id, fields: chosen },
      })
    ).body.data.widget;
    const { transfer: done } = (await transfer({ widgetIds: [form.id] })).body.data;
    const { id } = (await widgetsOf(live)).find(({ name }) => name === 'Adınız');
    const rows = await call('GET', `/data/table/${(await tableOf(live, 'Ürünler')).id}`);
    const rowId = rows.body.data.rows[0].id;
    const link = await call('POST', `/widgets/${id}/links`, { rowId });
    expect((await undo(done.id)).body.data.obstacles).toEqual([
      { kind: 'links-made', widgetId: id, name: 'Adınız', links: 1 },
    ]);
    await call('DELETE', `/widgets/${id}/links/${link.body.data.link.id}`);
    expect((await undo(done.id)).status).toBe(200);
    expect((await widgetsOf(live)).map(({ name }) => name)).toEqual(['Stok']);
  });
});
