// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { callerFaults, draftOf, faultsOf, withoutSecrets } from './draft.ts';
import { exampleOf, type Schemas } from './example.ts';
import { MAX_BODY, MAX_KEPT, readKept, withKept, writeKept, type KeptCall } from './kept-calls.ts';
import { quickRequest, shortToken } from './quick-tests.ts';
import { foundIn, referenceOf, type Document } from './reference.ts';
import { curlOf, requestOf } from './request.ts';

const schemas: Schemas = {
  Node: {
    type: 'object',
    properties: { child: { $ref: '#/components/schemas/Node' } },
    required: ['child'],
  },
};
const document: Document = {
  components: { schemas },
  paths: {
    '/projects/{projectId}/rows': {
      get: {
        operationId: 'list-rows',
        summary: 'List rows',
        security: [{ session: [] }],
        parameters: [
          { name: 'projectId', in: 'path', required: true, schema: { format: 'uuid' } },
          { name: 'filter', in: 'query', required: false, schema: {}, style: 'deepObject' },
          { name: 'X-Wait-For-Position', in: 'header', required: false, schema: {} },
        ],
      },
      post: {
        operationId: 'add-row',
        summary: 'Add a row',
        security: [{ session: [] }],
        parameters: [
          { name: 'order', in: 'query', required: true, schema: { enum: ['asc', 'desc'] } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: 'string', minLength: 3 },
                  pin: { type: 'string', format: 'password' },
                  note: { type: 'string' },
                },
                required: ['name', 'pin'],
              },
            },
          },
        },
      },
    },
    '/rows': {
      get: { operationId: 'list-rows-2', summary: 'List rows', security: [], parameters: [] },
    },
  },
};
const { operations } = referenceOf(document);
const [list, add] = operations as [(typeof operations)[0], (typeof operations)[0]];
const session = { kind: 'session', token: 'the-token' } as const;

describe('the reference of the console', () => {
  it('has each call once and tells changes from queries', () => {
    expect(operations.map(({ operationId, changes }) => [operationId, changes])).toEqual([
      ['list-rows', false],
      ['add-row', true],
    ]);
  });

  it('is searched by words of name, path and summary, ignoring case and Turkish letters', () => {
    const found = (search: string): string[] =>
      foundIn(operations, search, one => `Özet: ${one.summary}`).map(one => one.operationId);
    expect(found('LİST projects')).toEqual(['list-rows']);
    expect(found('özet ADD')).toEqual(['add-row']);
    expect(found(' ')).toHaveLength(2);
    expect(found('nothing')).toEqual([]);
  });
});

describe('an example of a schema', () => {
  it.each([
    [{ type: 'string', examples: ['said'], default: 'usual' }, 'said'],
    [{ type: 'string', default: 'usual', enum: ['first'] }, 'usual'],
    [{ enum: ['first', 'second'] }, 'first'],
    [{ type: 'string', format: 'date' }, '2026-01-01'],
    [{ type: 'string', minLength: 9 }, 'exampleee'],
    [{ type: 'string', maxLength: 3 }, 'exa'],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'number', maximum: 0 }, 0],
    [{ type: 'array', minItems: 2, items: { type: 'boolean' } }, [false, false]],
    [{ anyOf: [{ type: 'null' }, { type: 'string' }] }, null],
    [{ type: 'object', properties: { a: { const: 1 }, b: {} } }, { a: 1 }],
  ])('of %j is %j', (schema, value) => {
    expect(exampleOf(schema, schemas)).toEqual(value);
  });

  it('of a schema that contains itself ends', () => {
    expect(JSON.stringify(exampleOf(schemas['Node']!, schemas)).length).toBeLessThan(100);
  });
});

describe('the input of a call', () => {
  it('is filled in with the project, choices and a body of the required members', () => {
    expect(draftOf(list, schemas, 'my-project').values['path.projectId']).toBe('my-project');
    const draft = draftOf(add, schemas, undefined);
    expect(draft.values['query.order']).toBe('asc');
    expect(JSON.parse(draft.body)).toEqual({ name: 'example', pin: 'example' });
    expect(faultsOf(add, draft)).toEqual({});
  });

  it('names missing parameters, invalid JSON and letters that a header cannot carry', () => {
    const draft = {
      operationId: 'list-rows',
      values: { 'query.filter': '{', 'header.X-Wait-For-Position': 'ş' },
      body: '',
    };
    expect(faultsOf(list, draft)).toEqual({
      'path.projectId': 'required',
      'query.filter': 'json',
      'header.X-Wait-For-Position': 'plain',
    });
    expect(faultsOf(add, { ...draftOf(add, schemas, undefined), body: '{' })).toEqual({
      body: 'json',
    });
    expect(callerFaults({ apiKey: 'a', email: 'b', password: 'şifre' })).toEqual({
      'caller.password': 'plain',
    });
  });

  it('is kept without the secrets that the schema marks or a name tells', () => {
    const values = { 'path.token': 'link', 'query.order': 'asc' };
    const body = JSON.stringify({
      name: 'a',
      pin: '1',
      deep: [{ apiKeyPassword: 'x', note: 'y' }],
    });
    const kept = withoutSecrets({ operationId: 'add-row', values, body }, add, schemas);
    expect(kept.values).toEqual({ 'path.token': '', 'query.order': 'asc' });
    expect(JSON.parse(kept.body)).toEqual({
      name: 'a',
      pin: '',
      deep: [{ apiKeyPassword: '', note: 'y' }],
    });
    expect(withoutSecrets({ ...kept, body: '{"pin": 1' }, add, schemas).body).toBe('');
  });
});

describe('a request', () => {
  const draft = {
    operationId: 'list-rows',
    values: { 'path.projectId': 'a/b c', 'query.filter': '{"ad":{"eq":"Ş&"}}' },
    body: '',
  };

  it('encodes path and filters, omits empty parameters, and sends the session', () => {
    const request = requestOf(list, draft, session, 'tr');
    expect(request.address).toBe(
      `/api/v1/projects/a/b%20c/rows?${encodeURIComponent('filter[ad][eq]')}=%C5%9E%26`,
    );
    expect(request.headers).toEqual({
      Accept: 'application/json',
      'Accept-Language': 'tr',
      Authorization: 'Bearer the-token',
    });
  });

  it('of a key has its headers as far as they are given, and no session', () => {
    const caller = { kind: 'key', apiKey: 'key-1', email: '', password: 'pass-1' } as const;
    const { headers } = requestOf(list, draft, caller, 'tr');
    expect(headers).toMatchObject({ 'X-API-Key': 'key-1', 'X-Project-Password': 'pass-1' });
    expect(Object.keys(headers)).not.toContain('X-User-Email');
    expect(Object.keys(headers)).not.toContain('Authorization');
    const command = curlOf('https://hzm.example', requestOf(list, draft, caller, 'tr'));
    expect(command).toContain(
      '-H "X-API-Key: $HZM_API_KEY" -H "X-Project-Password: $HZM_PASSWORD"',
    );
    expect(command).not.toMatch(/key-1|pass-1/);
  });

  it('as curl quotes for a shell, reads the token from a variable, and never reads a file', () => {
    const body = `{"a":"it's $HOME \`x\`"}`;
    const request = requestOf(
      add,
      { operationId: 'add-row', values: { 'query.order': "a'; rm" }, body },
      session,
      'en',
    );
    expect(curlOf('https://hzm.example', { ...request, headers: { Authorization: 'x' } })).toBe(
      String.raw`curl --globoff -X POST 'https://hzm.example/api/v1/projects//rows?order=a%27%3B+rm' -H "Authorization: Bearer $HZM_TOKEN" --data-raw '{"a":"it'\''s $HOME ` +
        '`x`"}\'',
    );
    const at = requestOf(
      add,
      { operationId: 'add-row', values: {}, body: '@/etc/passwd' },
      session,
      'en',
    );
    expect(curlOf('', at)).toContain("--data-raw '@/etc/passwd'");
  });

  it('of a file names it', () => {
    const file = new File(['x'], "it's.txt", { type: 'text/plain' });
    const request = requestOf(add, draft, session, 'en', file);
    expect(request.headers['Content-Type']).toBe('text/plain');
    expect(curlOf('', request)).toContain(String.raw`--data-binary '@it'\''s.txt'`);
  });
});

describe('kept calls', () => {
  const call = (id: string, body = ''): KeptCall => ({
    id,
    at: 1,
    draft: { operationId: 'list-rows', values: {}, body },
  });
  beforeEach(() => localStorage.clear());

  it('are bounded in number and size', () => {
    let calls: readonly KeptCall[] = [];
    for (let n = 0; n < MAX_KEPT + 5; n++) calls = withKept(calls, call(String(n)));
    expect(calls).toHaveLength(MAX_KEPT);
    expect(calls[0]?.id).toBe(String(MAX_KEPT + 4));
    expect(withKept([], call('1', 'x'.repeat(MAX_BODY + 1)))[0]?.draft.body).toBe('');
  });

  it('are read back; others are ignored', () => {
    writeKept(localStorage, 'mine', [call('1')]);
    expect(readKept(localStorage, 'mine')).toEqual([call('1')]);
    localStorage.setItem('mine', JSON.stringify([call('1'), { id: 'of another version' }]));
    expect(readKept(localStorage, 'mine')).toEqual([call('1')]);
    localStorage.setItem('mine', '{');
    expect(readKept(localStorage, 'mine')).toEqual([]);
  });
});

describe('a quick test', () => {
  it('registers an address of a reserved domain, never twice, and without the session', () => {
    const bodies = [1, 2].map(() => quickRequest('register', 'tr', 'the-token'));
    const emails = bodies.map(
      ({ body }) => (JSON.parse(body as string) as { email: string }).email,
    );
    expect(new Set(emails).size).toBe(2);
    for (const email of emails) expect(email).toMatch(/^api-test-[\w-]+@example\.com$/);
    expect(JSON.stringify(bodies)).not.toContain('the-token');
  });

  it('shows the beginning of a token', () => {
    expect(shortToken('x'.repeat(200))).toBe(`${'x'.repeat(20)}…`);
  });
});
