import { newId } from '@hzm/contracts/core/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

/** The part of jsdom, which has no types, that opens a page with its script. */
interface Jsdom {
  readonly JSDOM: new (
    html: string,
    options: {
      readonly url: string;
      readonly runScripts: 'dangerously';
      readonly beforeParse: (page: typeof globalThis) => void;
    },
  ) => { readonly window: Window };
}

const jsdom: string = 'jsdom';

/** Changes reach other processes, and pages that were refused ask again after 5 s. */
const LONG = { timeout: 120_000 };

const house = new TestServer();
let root: Person;
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
  root = await house.person('Root');
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
  expect(await house.refusal({ widget: newId() })).toBe('NOT_FOUND');
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

it(
  'a viewer loses the watch with the widget, the API access and the account of the owner',
  LONG,
  async () => {
    const person = await house.person('Off');
    const made = async (): Promise<string> =>
      (
        await person.ask('POST', '/widgets', {
          projectId: person.projectId,
          name: newId(),
          type: 'table',
        })
      ).body.data.widget.id;
    const [kept, removed] = [await made(), await made()];
    const watched = async (widget: string) => {
      const viewer = await house.connect({ widget });
      expect(await viewer.watch(`widget:${widget}`)).toMatchObject({ success: true });
      return viewer;
    };
    const end = async (widget: string, code: string, act: () => Promise<unknown>) => {
      const viewer = await watched(widget);
      await act();
      await viewer.until(() => viewer.ended.length > 0);
      expect(viewer.ended).toEqual([{ topic: `widget:${widget}`, code }]);
      expect(await house.refusal({ widget })).toBe(code);
    };
    const project = `/projects/${person.projectId}`;
    const access = (allowApiAccess: boolean) =>
      person.ask('PUT', project, { settings: { allowApiAccess } });
    await end(removed, 'NOT_FOUND', () => person.ask('DELETE', `/widgets/${removed}`));
    await end(kept, 'API_ACCESS_DISABLED', () => access(false));
    await access(true);
    // Another process reads it a moment later.
    await expect.poll(() => house.refusal({ widget: kept }), { timeout: 20_000 }).toBe('connected');
    const viewer = await watched(kept);
    await person.ask('PUT', project, { isPublic: true });
    await person.ask('PUT', project, { isPublic: false });
    const { position } = await person.ask('PUT', `/widgets/${kept}`, { name: 'Son' });
    await viewer.reached(`widget:${kept}`, position);
    expect(viewer.ended).toEqual([]);
    await end(kept, 'ACCOUNT_DISABLED', () =>
      root.ask('PUT', `/admin/users/${person.id}`, { isActive: false }),
    );
  },
);

it('an address has at most a hundred viewers', async () => {
  const proxied = { extraHeaders: { 'x-forwarded-for': '203.0.113.9' } };
  await Promise.all(Array.from({ length: 100 }, () => house.connect({ widget: id }, proxied)));
  expect(await house.refusal({ widget: id }, proxied)).toBe('RATE_LIMIT_EXCEEDED');
});

it('viewers count as requests of their address, which has 600 a minute', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.10' };
  const ask = () => fetch(`http://127.0.0.1:${house.port}/api/v1/nothing`, { headers });
  await Promise.all(Array.from({ length: 599 }, ask));
  expect(await house.refusal({ widget: id }, { extraHeaders: headers })).toBe('connected');
  expect(await house.refusal({ widget: id }, { extraHeaders: headers })).toBe(
    'RATE_LIMIT_EXCEEDED',
  );
});

it(
  'a page shows what is there: rows as they come, a refusal in their place, and the rows again',
  LONG,
  async () => {
    const person = await house.person('Page');
    const { id: rows, fieldIds } = await person.table('Sayfa', { name: 'ad', type: 'string' });
    const { body } = await person.ask('POST', '/widgets', {
      projectId: person.projectId,
      name: 'Sayfa',
      type: 'table',
      settings: { type: 'table', tableId: rows, fields: [{ field: fieldIds[0], name: 'ad' }] },
    });
    const path = `/api/v1/widgets/${body.data.widget.id}/embed?format=iframe`;
    const { JSDOM } = (await import(jsdom)) as Jsdom;
    const { window } = new JSDOM(await (await fetch(house.origin + path)).text(), {
      url: `http://127.0.0.1:${house.port}${path}`,
      runScripts: 'dangerously',
      beforeParse(page) {
        page.Math.random = () => 0;
        page.fetch = async asked => {
          const { pathname, search } = new URL(asked as URL);
          return fetch(house.origin + pathname + search);
        };
        page.ResizeObserver = class {
          observe = (): void => undefined;
          unobserve = (): void => undefined;
          disconnect = (): void => undefined;
        };
      },
    });
    const text = (): string => window.document.querySelector('main')!.textContent;
    const access = (allowApiAccess: boolean) =>
      person.ask('PUT', `/projects/${person.projectId}`, { settings: { allowApiAccess } });
    await person.add(rows, { ad: 'Çay' });
    await expect.poll(text, { timeout: 30_000 }).toContain('Çay');
    await access(false);
    await expect.poll(text, { timeout: 30_000 }).not.toContain('Çay');
    await access(true);
    await expect.poll(text, { timeout: 30_000 }).toContain('Çay');
    await person.ask('DELETE', `/projects/${person.projectId}`);
    await expect.poll(text, { timeout: 30_000 }).not.toContain('Çay');
    window.close();
  },
);
