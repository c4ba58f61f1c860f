import { newId } from '@hzm/contracts/core/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;
let can: Person;
let tableId = '';
let id = '';
let topic = '';

const widgetOf = async (name: string, fields: readonly object[]): Promise<string> =>
  (
    await ada.ask('POST', '/widgets', {
      projectId: ada.projectId,
      name,
      type: 'table',
      settings: { type: 'table', tableId, fields },
    })
  ).body.data.widget.id;

beforeAll(async () => {
  await house.open();
  await house.person('Root');
  ada = await house.person('Ada');
  can = await house.person('Can');
  const table = await ada.table(
    'Ürünler',
    { name: 'ad', type: 'string' },
    { name: 'maliyet', type: 'string' },
  );
  tableId = table.id;
  id = await widgetOf('Liste', [{ field: table.fieldIds[0], name: 'ad' }]);
  topic = `widget:${id}`;
});
afterAll(() => house.close());

it('a viewer without an identity is told that a widget changes, and of the change nothing', async () => {
  const viewer = await house.connect({ widget: id });
  expect(await viewer.watch(topic)).toMatchObject({ success: true, status: 'live' });
  const { id: rowId } = await ada.add(tableId, { ad: 'Çay', maliyet: 'GIZLI' });
  const { position } = await ada.ask('PUT', `/data/table/${tableId}/rows/${rowId}`, {
    maliyet: 'COK-GIZLI',
  });
  await viewer.reached(topic, position);
  expect(viewer.of(topic).flatMap(({ changes }) => changes)).toEqual(
    viewer.of(topic).map(message => ({
      op: 'patch',
      kind: 'widget',
      id,
      version: Number(message.position),
      patch: { changed: message.position },
    })),
  );
  const { body } = await house.ask('GET', `/widgets/${id}/embed?after=${position}`);
  expect(body.data.rows).toEqual([{ ad: 'Çay' }]);
});

it('many writes are told at most once a second, and the last one is told', async () => {
  const viewer = await house.connect({ widget: id });
  await viewer.watch(topic);
  const begun = performance.now();
  let last = '';
  for (let i = 0; i < 20; i++) last = (await ada.add(tableId, { ad: `${i}` })).position;
  await viewer.reached(topic, last);
  const seconds = Math.floor((performance.now() - begun) / 1_000);
  expect(viewer.of(topic).length).toBeLessThanOrEqual(seconds + 1);
});

it('a viewer watches nothing else, and a widget of nobody is not there', async () => {
  const viewer = await house.connect({ widget: id });
  const others = [`table:${tableId}`, `project:${ada.projectId}`, 'admin', 'pricing'];
  for (const other of [...others, `widget:${newId()}`, `user:${ada.id}`])
    expect(await viewer.watch(other)).toEqual({ success: false, code: 'UNAUTHORIZED' });
  const unknown = newId();
  const lost = await house.connect({ widget: unknown });
  expect(await lost.watch(`widget:${unknown}`)).toEqual({ success: false, code: 'NOT_FOUND' });
  const stranger = await can.connect();
  expect(await stranger.watch(topic)).toEqual({ success: false, code: 'NOT_FOUND' });
});

it('a viewer is told of changed settings, and loses the watch with the project', async () => {
  const person = await house.person('Gone');
  const { id: other } = await person.table('Kısa', { name: 'ad', type: 'string' });
  const made = await person.ask('POST', '/widgets', {
    projectId: person.projectId,
    name: 'Kısa',
    type: 'table',
    settings: { type: 'table', tableId: other, fields: [{ field: 'id', name: 'id' }] },
  });
  const { widget } = made.body.data;
  const viewer = await house.connect({ widget: widget.id });
  await viewer.watch(`widget:${widget.id}`);
  const { position } = await person.ask('PUT', `/widgets/${widget.id}`, { name: 'Uzun' });
  await viewer.reached(`widget:${widget.id}`, position);
  await person.ask('DELETE', `/projects/${person.projectId}`);
  await viewer.until(() => viewer.ended.length > 0);
  expect(viewer.ended).toEqual([{ topic: `widget:${widget.id}`, code: 'NOT_FOUND' }]);
});
