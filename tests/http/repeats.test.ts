import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from './serve.ts';

const { ask, register, table, restart } = serve();
let person: Awaited<ReturnType<typeof register>>;
let tableId = '';
beforeAll(async () => {
  person = await register('Yineleyen');
  await ask(
    'PUT',
    `/projects/${person.projectId}`,
    { settings: { maxRequestsPerMinute: 10_000 } },
    person.session,
  );
  tableId = await table(person.projectId, person.session, 'Kayıtlar', {
    ad: 'string',
    n: 'number',
  });
});

const write = (
  method: string,
  path: string,
  body?: unknown,
  headers: Headed = {},
): Promise<Answer> => ask(method, path, body, { ...person.session, ...headers });
const rows = () => `/data/table/${tableId}/rows`;
const added = async (values: object): Promise<string> =>
  (await write('POST', rows(), values)).body.data.row.id;
const row = async (id: string) => (await write('GET', `${rows()}/${id}`)).body.data.row;
const named = (id: string): Headed => ({ 'x-request-id': id });
/** The same answer, as far as a client can tell. */
const told = ({ status, body, headers }: Answer) => ({
  status,
  data: body.data,
  position: headers.get('x-position'),
  version: headers.get('etag'),
});

describe('the same request again', () => {
  it('is answered as it was, however much others have written since, also after a restart', async () => {
    const id = await added({ ad: 'bir', n: 0 });
    const first = await write('PUT', `${rows()}/${id}`, { n: 1 }, named('far'));
    for (let n = 2; n < 130; n++) await write('PUT', `${rows()}/${id}`, { n });
    expect(told(await write('PUT', `${rows()}/${id}`, { n: 1 }, named('far')))).toEqual(
      told(first),
    );
    await restart();
    expect(told(await write('PUT', `${rows()}/${id}`, { n: 1 }, named('far')))).toEqual(
      told(first),
    );
    expect(await row(id)).toMatchObject({ n: 129, _version: 130 });
  });

  it('that had nothing to change changes nothing later, either', async () => {
    const id = await added({ ad: 'iki', n: 5 });
    await write('PUT', `${rows()}/${id}`, { n: 6 });
    await write('PUT', `${rows()}/${id}`, { n: 5 });
    const nothing = () => write('PUT', `${rows()}/${id}`, { n: 5 }, named('nothing'));
    const first = await nothing();
    expect([first.status, first.headers.get('x-position'), first.headers.get('etag')]).toEqual([
      200,
      null,
      '"3"',
    ]);
    for (const n of [7, 8]) await write('PUT', `${rows()}/${id}`, { n });
    expect(told(await nothing())).toEqual(told(first));
    await restart();
    expect(told(await nothing())).toEqual(told(first));
    await write('DELETE', `${rows()}/${id}`);
    expect(told(await nothing())).toEqual(told(first));
  });

  it('the same of many rows at once', async () => {
    const ids = await Promise.all([added({ n: 1 }), added({ n: 1 })]);
    const [id] = ids;
    const nothing = () =>
      write(
        'POST',
        `${rows()}/bulk`,
        { updates: ids.map(id => ({ id, values: { n: 1 } })) },
        named('nothing-many'),
      );
    const first = await nothing();
    await write('PUT', `${rows()}/${id}`, { n: 2 });
    expect(told(await nothing())).toEqual(told(first));
    expect((await row(id)).n).toBe(2);
  });

  it("of a project's name and settings, of which one was so already", async () => {
    const path = `/projects/${person.projectId}`;
    const { description } = (await write('GET', path)).body.data.project;
    const body = { description, settings: { maxRequestsPerMinute: 9_000 } };
    const first = await write('PUT', path, body, named('half'));
    expect(first.status).toBe(200);
    await write('PUT', path, { description: 'başka', settings: { maxRequestsPerMinute: 9_999 } });
    expect(told(await write('PUT', path, body, named('half')))).toEqual(told(first));
    expect((await write('GET', path)).body.data.project).toMatchObject({
      description: 'başka',
      settings: { maxRequestsPerMinute: 9_999 },
    });
  });

  it('of a table and a field, also when they are other ones by now', async () => {
    const make = () =>
      write('POST', `/tables/project/${person.projectId}`, { name: 'Yeni' }, named('table'));
    const first = await make();
    const { id } = first.body.data.table;
    const field = () =>
      write(
        'POST',
        `/tables/${person.projectId}/${id}/fields`,
        { name: 'ad', type: 'string' },
        named('field'),
      );
    const madeField = await field();
    await write('PUT', `/tables/${id}`, { name: 'Eski' });
    await write('PUT', `/tables/${id}/fields/${madeField.body.data.field.id}`, { name: 'başka' });
    expect(told(await make())).toEqual(told(first));
    expect(told(await field())).toEqual(told(madeField));
    const drop = () => write('DELETE', `/tables/${id}`, undefined, named('drop'));
    const gone = await drop();
    expect(gone.status).toBe(200);
    expect(told(await drop())).toEqual(told(gone));
    expect(told(await make())).toEqual(told(first));
    expect((await write('DELETE', `/tables/${id}`, undefined, named('another'))).status).toBe(404);
  });

  it('of a project that it removed', async () => {
    const { id } = (await write('POST', '/projects', { name: 'Geçici' })).body.data.project;
    const drop = () => write('DELETE', `/projects/${id}`, undefined, named('drop-project'));
    const first = await drop();
    expect(first.status).toBe(200);
    expect(told(await drop())).toEqual(told(first));
    const stranger = await register('Yabanci');
    expect(
      (
        await ask('DELETE', `/projects/${id}`, undefined, {
          ...stranger.session,
          ...named('drop-project'),
        })
      ).status,
    ).toBe(404);
  });

  it('of an endpoint and a widget, also when they are other ones by now', async () => {
    const { projectId } = person;
    const definition = (path: string) => ({
      method: 'GET',
      path,
      action: { kind: 'rows', tableId, fields: [{ field: 'id', name: 'id' }] },
    });
    const endpoint = (name: string, path: string) => ({ name, definition: definition(path) });
    const addEndpoint = () =>
      write(
        'POST',
        `/custom-endpoints/project/${projectId}`,
        endpoint('Liste', 'liste'),
        named('uc'),
      );
    const addWidget = () =>
      write('POST', '/widgets', { projectId, name: 'Sayı', type: 'table' }, named('pano'));
    const [addedEndpoint, addedWidget] = [await addEndpoint(), await addWidget()];
    expect([addedEndpoint.status, addedWidget.status]).toEqual([201, 201]);
    const { id } = addedEndpoint.body.data.endpoint;
    const change = () =>
      write('PUT', `/custom-endpoints/${id}`, endpoint('Döküm', 'dokum'), named('uc-2'));
    const changed = await change();
    await write('PUT', `/custom-endpoints/${id}`, endpoint('Son', 'son'));
    const widgetPath = `/widgets/${addedWidget.body.data.widget.id}`;
    await write('PUT', widgetPath, { name: 'Başka' });
    await restart();
    expect(told(await addEndpoint())).toEqual(told(addedEndpoint));
    expect(told(await change())).toEqual(told(changed));
    expect(told(await addWidget())).toEqual(told(addedWidget));
  });

  it('many times at once is written once', async () => {
    const id = await added({ n: 0 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => write('PUT', `${rows()}/${id}`, { n: 1 }, named('at once'))),
    );
    for (const answer of answers) expect(told(answer)).toEqual(told(answers[0]!));
    expect((await row(id))._version).toBe(2);
  });
});

describe('another request under the same name', () => {
  it('is refused, whether the first one changed something or not', async () => {
    const id = await added({ n: 0 });
    await write('PUT', `${rows()}/${id}`, { n: 1 }, named('body'));
    await write('PUT', `${rows()}/${id}`, { n: 1 }, named('no body'));
    for (const name of ['body', 'no body'])
      expect((await write('PUT', `${rows()}/${id}`, { n: 2 }, named(name))).body.code).toBe(
        'CONFLICT',
      );
  });

  it('is refused when it is about something else', async () => {
    const [a, b] = [await added({ n: 0 }), await added({ n: 0 })];
    await write('PUT', `${rows()}/${a}`, { n: 1 }, named('elsewhere'));
    const refused = await write('PUT', `${rows()}/${b}`, { n: 1 }, named('elsewhere'));
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
    expect((await row(b)).n).toBe(0);
  });

  it('of somebody else is theirs', async () => {
    const id = await added({ n: 0 });
    await write('PUT', `${rows()}/${id}`, { n: 1 }, named('mine'));
    const other = await register('Baskasi');
    const theirs = await ask(
      'POST',
      `/tables/project/${other.projectId}`,
      { name: 'Onların' },
      { ...other.session, ...named('mine') },
    );
    expect(theirs.status).toBe(201);
  });
});

describe('a registration that comes again', () => {
  it('tells whether a password is right only as often as a sign-in does', async () => {
    const body = { name: 'Gizem', email: 'gizem@example.com', password: 'gizli-1' };
    const again = (password: string, name = newId()) =>
      ask('POST', '/auth/register', { ...body, password }, named(name));
    await again('gizli-1', 'registration');
    const guesses: Answer[] = [];
    for (let guess = 0; guess < 12; guess++)
      guesses.push(await again(`yanlış-${guess}`, 'registration'));
    expect(guesses.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 10 }, () => 409),
      429,
      429,
    ]);
    expect(guesses[0]!.body).toMatchObject({ code: 'EMAIL_TAKEN' });
    // The one that is right is not told any more, either, here or there.
    expect((await again('gizli-1', 'registration')).status).toBe(429);
    expect(
      (await ask('POST', '/auth/login', { email: body.email, password: body.password })).status,
    ).toBe(429);
  });
});
