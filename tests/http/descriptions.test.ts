import turkishNotes from '@hzm/contracts/features/docs/turkish-notes.json' with { type: 'json' };
import { calls } from '@hzm/contracts/registry';
import { EXPOSED_HEADERS } from '@hzm/services/api/origin';
import { describeTable } from '@hzm/services/domain/features/custom-endpoints/table-paths';
import { documentation } from '@hzm/services/domain/features/docs/documentation';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { exampleOf } from '../../web/features/api-test/example.ts';
import { headerNotes } from '../../web/features/api-test/header-notes.ts';
import { referenceOf } from '../../web/features/api-test/reference.ts';
import { ask as askRaw } from '../hostile/raw.ts';
import { serve } from './serve.ts';

const server = serve();
const { ask } = server;

/** Every `$ref` in a document, and what it leads to. */
function dangling(document: unknown): string[] {
  const text = JSON.stringify(document);
  const lookUp = (path: string): unknown =>
    path
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
  return [...text.matchAll(/"\$ref":"(#\/[^"]+)"/g)]
    .map(([, path]) => path!)
    .filter(path => lookUp(path) === undefined);
}

it('OpenAPI 3.1 describes every call under all its paths', async () => {
  const { status, body } = await ask('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(await new Validator().validate(structuredClone(body))).toEqual({ valid: true });
  expect(dangling(body)).toEqual([]);
  for (const { method, path, aliases } of calls)
    for (const one of [path, ...aliases])
      expect(
        body.paths[one.replace(/[:*](\w+)/g, '{$1}')]?.[method.toLowerCase()],
        `${method} ${one}`,
      ).toBeDefined();
  const operations = Object.values(body.paths as object).flatMap(methods =>
    Object.values(methods as object).map(
      operation => (operation as { operationId: string }).operationId,
    ),
  );
  expect(new Set(operations).size).toBe(operations.length);
});

it('OpenAPI marks passwords, which the console of the web application keeps nowhere', async () => {
  const { body } = await ask('GET', '/openapi.json');
  const { schema } = body.paths['/auth/register'].post.requestBody.content['application/json'];
  expect(schema.properties.password.format).toBe('password');
  expect(schema.properties.email.format).not.toBe('password');
});

it('the console of the web application has every call, with a body that fits but for texts that only a person can know', async () => {
  const { operations, schemas } = referenceOf((await ask('GET', '/openapi.json')).body);
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    calls.map(({ name }) => name).toSorted(),
  );
  const unfit = operations.filter(({ operationId, body }) => {
    const call = calls.find(({ name }) => name === operationId);
    return (
      body?.type === 'application/json' &&
      !call?.body.safeParse(exampleOf(body.schema, schemas)).success
    );
  });
  expect(unfit.map(({ operationId }) => operationId).toSorted()).toEqual([
    'change-message',
    'change-notification-settings',
    'confirm-own-email',
    'mark-read',
    'open-personal-link',
    'reset-password',
    'start-row-import',
    'stop-notification-mails',
    'use-personal-link',
    'write-message',
  ]);
});

it('each note on a parameter that a reference shows has a Turkish text, and no Turkish text is left over', async () => {
  const pages = (await documentation('en')).flatMap(module => module.calls);
  const table = { id: 't', name: 'T', description: '', fields: [] } as never;
  const { paths } = describeTable({ table, row: undefined, tableNames: new Map(), today: '' });
  const { operations } = referenceOf((await ask('GET', '/openapi.json')).body);
  const ofTable = referenceOf({ paths, components: { schemas: {} } } as never).operations;
  const shown = [
    ...pages.flatMap(({ members }) => members.map(({ description }) => description)),
    ...[...operations, ...ofTable].flatMap(({ parameters }) =>
      parameters.map(({ description, schema }) => description ?? schema.description),
    ),
    ...ofTable.map(({ description }) => description),
  ].filter(text => text !== undefined);
  expect(Object.keys(turkishNotes).toSorted()).toEqual([...new Set(shown)].toSorted());
});

it('the documentation has no English text in Turkish: every call and member of it differs', async () => {
  const [turkish, english] = await Promise.all([documentation('tr'), documentation('en')]);
  const textsOf = (modules: typeof turkish) =>
    modules.flatMap(({ title, description, calls: described }) => [
      description,
      title,
      ...described.flatMap(call => [
        call.summary,
        call.description,
        ...call.members.map(member => member.description),
      ]),
    ]);
  const [ours, theirs] = [textsOf(turkish), textsOf(english)];
  expect(ours.length).toBe(theirs.length);
  const same = ours.filter((text, at) => text !== undefined && text === theirs[at]);
  expect(same.filter(text => text !== 'Webhook')).toEqual([]);
});

it('every header of an answer is explained by the console of the web application', async () => {
  const { body, headers } = await ask('GET', '/openapi.json');
  const operations = Object.values(body.paths as object).flatMap(methods =>
    Object.values(methods as Record<string, { responses: Record<string, { headers?: object }> }>),
  );
  const told = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(one => Object.keys(one.headers ?? {})),
  );
  const sent = [...headers.keys()].filter(name => !name.startsWith('access-control-'));
  const names = [...told, ...EXPOSED_HEADERS.split(', '), ...sent].map(name => name.toLowerCase());
  expect(new Set(names).difference(new Set(Object.keys(headerNotes)))).toEqual(new Set());
});

it("AsyncAPI 3.1 describes the socket's messages", async () => {
  const { status, body } = await ask('GET', '/asyncapi.json');
  expect(status).toBe(200);
  expect(body.asyncapi).toBe('3.1.0');
  expect(dangling(body)).toEqual([]);
  expect(Object.keys(body.channels.socket.messages).toSorted()).toEqual([
    'auth',
    'authenticated',
    'presence',
    'server-changes',
    'server-presence',
    'server-status',
    'server-unwatched',
    'unwatch',
    'watch',
    'watching',
  ]);
});

it.each(['/openapi.json', '/asyncapi.json'])('%s is sent once to who keeps it', async path => {
  const get = async (headers: Readonly<Record<string, string>>) =>
    (await askRaw(
      Number(new URL(server.origin()).port),
      'GET',
      `/api/v1${path}`,
      headers,
      undefined,
    ))!;
  const tag = String((await get({})).headers['etag']);
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(await get({ 'if-none-match': tag })).toMatchObject({ status: 304, text: '' });
  expect((await get({ 'if-none-match': '"another"' })).status).toBe(200);
});

it.each(['/openapi.json', '/asyncapi.json'])(
  '%s is packed once for whoever can unpack it',
  async path => {
    const get = async (encoding: string) =>
      await fetch(`${server.origin()}/api/v1${path}`, { headers: { 'accept-encoding': encoding } });
    const [br, gzip, plain] = await Promise.all(['br', 'gzip', 'identity'].map(get));
    expect(
      [br, gzip, plain].map(answer => [
        answer!.headers.get('content-encoding'),
        answer!.headers.get('etag'),
        answer!.headers.get('vary'),
      ]),
    ).toEqual(
      ['br', 'gzip', null].map(encoding => [
        encoding,
        plain!.headers.get('etag'),
        'Accept-Encoding',
      ]),
    );
    const texts = await Promise.all([br, gzip, plain].map(answer => answer!.text()));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0]!)).toHaveProperty('info');
  },
);
