import type { Call } from '@hzm/contracts/core/call';
import { isOfProject } from '@hzm/contracts/features/members/rights';
import { calls } from '@hzm/contracts/registry';
import { SqliteLogReader } from '@hzm/infra/event-store/sqlite/log-reader';
import { idsUnderTwoOwners } from '@hzm/infra/server/verify/two-owners';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { needs } from '../run/needs.ts';
import { Installation, readModels, type Answer } from './installation.ts';

type Headed = Readonly<Record<string, string>>;
type Person = Awaited<ReturnType<Installation['register']>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;

/** One project with everything that something can be made in, with its key, and a person. */
interface Side {
  readonly no: number;
  readonly key: Headed;
  readonly projectId: string;
  readonly tableId: string;
  readonly threadId: string;
  readonly fieldId: string;
  readonly fileFieldId: string;
  readonly widgetId: string;
  readonly rowId: string;
  readonly testId: string;
  readonly testTableId: string;
  readonly accountId: string;
  readonly email: string;
}

interface Sent {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Headed;
  /** Instead of a JSON body. */
  readonly file?: string;
}

/**
 * The request by which one side makes something of its own. `word`: in the names of what is made,
 * so that none is taken.
 */
const making: Readonly<Record<string, (side: Side & { readonly word: string }) => Sent>> = {
  register: ({ no, word }) => ({
    path: '/auth/register',
    body: { name: 'Yeni', email: `new-${word}${no}@example.com`, password: 'gizli-1' },
    headers: {},
  }),
  login: ({ email }) => ({
    path: '/auth/login',
    body: { email, password: 'gizli-1' },
    headers: {},
  }),
  'create-user': ({ no, word }) => ({
    path: '/admin/users',
    body: { name: 'Kişi', email: `user-${word}${no}@example.com`, password: 'gizli-1' },
  }),
  'make-password-link': ({ accountId }) => ({
    path: `/admin/users/${accountId}/password-link`,
    body: {},
  }),
  'create-project': ({ no, word }) => ({
    path: '/projects',
    body: { name: `Proje ${word} ${no}` },
  }),
  'add-api-key': ({ projectId }) => ({
    path: `/api-keys/project/${projectId}`,
    body: { name: 'Anahtar' },
  }),
  'add-cors-domain': ({ projectId, word }) => ({
    path: `/projects/${projectId}/cors/domains`,
    body: { domain: `https://${word}.example.com` },
  }),
  invite: ({ projectId, word }) => ({
    path: `/projects/${projectId}/invitations`,
    body: { email: `guest-${word}@example.com`, role: 'viewer' },
  }),
  'create-table': ({ projectId, word }) => ({
    path: `/tables/project/${projectId}`,
    body: { name: `Yeni ${word}` },
  }),
  'create-tables': ({ projectId, word }) => ({
    path: `/projects/${projectId}/tables`,
    body: { tables: [{ name: `Tam ${word}`, fields: [{ name: word, type: 'string' }] }] },
  }),
  'add-field': ({ projectId, tableId, word }) => ({
    path: `/tables/${projectId}/${tableId}/fields`,
    body: { name: word, type: 'string' },
  }),
  'add-row': ({ tableId }) => ({ path: `/data/table/${tableId}/rows`, body: { ad: 'Çay' } }),
  'bulk-rows': ({ tableId }) => ({
    path: `/data/table/${tableId}/rows/bulk`,
    body: { rows: [{ ad: 'Çay' }, { ad: 'Kahve' }] },
  }),
  'post-to-endpoint': ({ projectId }) => ({
    path: `/custom/${projectId}/ekle`,
    body: { ad: 'Çay' },
  }),
  'transfer-to-live': ({ projectId: liveProjectId, testId: testProjectId, testTableId }) => ({
    path: '/tables/transfer-to-live',
    body: { testProjectId, liveProjectId, tableIds: [testTableId] },
  }),
  'copy-rows': ({ testId }) => ({ path: `/projects/${testId}/copy-rows`, body: { replace: [] } }),
  'add-endpoint-request': ({ projectId }) => ({
    path: `/endpoint-requests/project/${projectId}`,
    body: { endpoint_name: 'Stok özeti', description: 'Depolara göre' },
  }),
  'add-custom-endpoint': ({ projectId, tableId, word }) => ({
    path: `/custom-endpoints/project/${projectId}`,
    body: {
      name: 'Uç',
      definition: {
        method: 'GET',
        path: word,
        action: { kind: 'rows', tableId, fields: [{ field: 'id', name: 'id' }] },
      },
    },
  }),
  'add-saved-view': ({ tableId }) => ({
    path: `/data/table/${tableId}/views`,
    body: { name: 'Görünüm', scope: 'everybody', settings: {} },
  }),
  'add-widget': ({ projectId }) => ({
    path: '/widgets',
    body: { projectId, name: 'Widget', type: 'table' },
  }),
  'add-widget-row': ({ widgetId }) => ({
    path: `/widgets/${widgetId}/data`,
    body: { ad: 'Çay' },
  }),
  'submit-widget-form': ({ widgetId, fieldId }) => ({
    path: `/widgets/${widgetId}/embed`,
    body: { values: { [fieldId]: 'Çay' } },
  }),
  'add-personal-link': ({ widgetId, rowId }) => ({
    path: `/widgets/${widgetId}/links`,
    body: { rowId },
  }),
  'open-thread': ({ projectId }) => ({
    path: '/threads',
    body: { project_id: projectId, title: 'Konu', initialMessage: 'Merhaba' },
  }),
  'write-message': ({ threadId }) => ({
    path: `/threads/${threadId}/messages`,
    body: { content: 'Merhaba' },
  }),
  'upload-attachment': ({ threadId }) => ({
    path: `/threads/${threadId}/attachments?file_name=a.txt`,
    file: 'içerik',
  }),
  'upload-cell-file': ({ tableId, rowId, fileFieldId }) => ({
    path: `/data/table/${tableId}/rows/${rowId}/fields/${fileFieldId}/files?file_name=a.txt`,
    file: 'içerik',
  }),
  'upload-row-file': ({ projectId }) => ({
    path: `/projects/${projectId}/row-imports?file_name=a.csv`,
    file: 'ad\nÇay\n',
  }),
  'create-plan': ({ no, word }) => ({
    path: '/pricing/plans',
    body: { name: `Plan ${word} ${no}`, price: 10 },
  }),
  'create-campaign': ({ no, word }) => ({
    path: '/pricing/campaigns',
    body: {
      name: `Kampanya ${word} ${no}`,
      description: 'indirim',
      discountType: 'percentage',
      discountValue: 10,
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2030-01-01T00:00:00.000Z',
    },
  }),
  'begin-look': ({ accountId }) => ({ path: `/admin/users/${accountId}/look`, body: {} }),
};

/**
 * Calls that answer 201 or 202 and make nothing that has an id of its own, each with the reason.
 */
const makingNothing: Readonly<Record<string, string>> = {
  'forgot-password': 'mails a link; its secret is random',
  'create-test-environment': 'its id follows from its project alone',
  'clear-all': 'belongs to the installation, and deletes everything',
  'restore-backup': 'belongs to the administrator who sends it; the same file is the same import',
  'start-import': 'goes on with an import that is there',
  'start-row-import': 'goes on with an import that is there; its table has an id of its own',
  'undo-row-import': 'goes on with an import that is there',
  'add-relationship': 'a field has one at most, whose id follows from its table',
  'renew-webhook-secret': 'belongs to the project of its path; the secret is random',
  'make-backup': 'asks the processes',
  'rehearse-backup': 'asks the processes',
};

const commands = calls.filter(({ kind, status }) => kind === 'command' && status !== 200);
const makers = calls.filter(({ name }) => name in making);

it('knows how each call makes something, or why it makes nothing', () => {
  expect(
    commands.map(({ name }) => name).filter(name => !(name in making) && !(name in makingNothing)),
  ).toEqual([]);
});

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const idsIn = (value: unknown): readonly string[] => JSON.stringify(value).match(IDS) ?? [];
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(readModels)('one request id and two owners, with the views in %s', (name, engine) => {
  describe('meets nowhere', needs({ name, missing: engine?.missing }), () => {
    const installation = new Installation(engine !== undefined);
    let admin: Person;
    let sides: readonly [Side, Side];

    const done = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Headed = admin.session,
    ): Promise<Any> => {
      const answer = await installation.ask(method, path, body, headers);
      expect([path, answer.status < 300 ? 'done' : answer.body]).toEqual([path, 'done']);
      return answer.body.data;
    };
    const login = async (email: string): Promise<Headed> => ({
      authorization: `Bearer ${(await done('POST', '/auth/login', { email, password: 'gizli-1' }, {})).token}`,
    });

    async function side(no: number): Promise<Side> {
      const {
        id: projectId,
        apiKey,
        apiKeyPassword,
      } = (await done('POST', '/projects', { name: `Taraf ${no}`, keyType: 'admin_project' }))
        .project;
      await done('PUT', `/projects/${projectId}`, { settings: { maxRequestsPerMinute: 10_000 } });
      const tableId = await installation.table(projectId, admin.session, 'Ürünler', 'ad');
      const {
        fields: [{ id: field }],
      } = await done('GET', `/tables/${projectId}/${tableId}/fields`);
      const files = await done('POST', `/tables/${projectId}/${tableId}/fields`, {
        name: 'ekler',
        type: 'file',
      });
      const action = {
        kind: 'insert',
        tableId,
        values: [{ field, value: { parameter: 'ad' } }],
        fields: [{ field: 'id', name: 'id' }],
      };
      const { endpoint } = await done('POST', `/custom-endpoints/project/${projectId}`, {
        name: 'Ekle',
        definition: {
          method: 'POST',
          path: 'ekle',
          parameters: [{ name: 'ad', in: 'body' }],
          action,
        },
      });
      await done('POST', `/custom-endpoints/${endpoint.id}/publish`, {});
      const { widget } = await done('POST', '/widgets', {
        projectId,
        name: 'Form',
        type: 'form',
        settings: { type: 'form', tableId, fields: [{ field, name: 'ad' }] },
      });
      const { row } = await done('POST', `/data/table/${tableId}/rows`, { ad: 'Satır' });
      const { id: threadId } = await done('POST', '/threads', {
        project_id: projectId,
        title: 'Stok',
        initialMessage: 'Çay yok',
      });
      const { id: testId } = (await done('POST', `/projects/${projectId}/create-test-environment`))
        .project;
      const testTableId = await installation.table(testId, admin.session, 'Yalnız testte', 'ad');
      const person = await installation.register(`Kisi${no}`);
      const key = {
        'x-api-key': apiKey,
        'x-user-email': 'admin@example.com',
        'x-project-password': apiKeyPassword,
      };
      return {
        no,
        key,
        projectId,
        tableId,
        threadId,
        testId,
        testTableId,
        fieldId: field,
        fileFieldId: files.field.id,
        widgetId: widget.id,
        rowId: row.id,
        accountId: person.id,
        email: `kisi${no}@example.com`,
      };
    }

    const send = async (
      { method }: Call,
      { path, body, file, headers }: Sent,
      by: Headed,
      requestId: string,
    ): Promise<Answer> => {
      const sent = { ...(headers ?? by), 'x-request-id': requestId };
      if (file === undefined) return installation.ask(method, path, body, sent);
      const response = await fetch(`${installation.origin}/api/v1${path}`, {
        method,
        headers: sent,
        body: file,
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    /**
     * Asks for one thing on each side under one name; `pace` says how one follows the other. At
     * least one is made, and no id of it is the other's.
     */
    async function made(
      call: Call,
      word: string,
      by: (one: Side) => Headed,
      pace: 'at once' | 'in turn',
      between: () => Promise<void> = async () => undefined,
    ): Promise<void> {
      const known = new Set([...idsIn(sides), admin.id]);
      const ask = (one: Side): Promise<Answer> =>
        send(call, making[call.name]!({ ...one, word }), by(one), `${word} ${call.name}`);
      const [first, second] =
        pace === 'at once'
          ? await Promise.all(sides.map(ask))
          : [await ask(sides[0]), (await between(), await ask(sides[1]))];
      const answers = [first!, second!];
      const outcome = answers.map(({ status, body }) => (status < 300 ? 'made' : body.code));
      // Some calls are for sessions alone; an account is made in several steps, in each of which
      // one may meet the other.
      expect([
        ['made', 'made'],
        ['made', 'CONFLICT'],
        ['CONFLICT', 'made'],
        ['made', 'KEY_SCOPE'],
        ...(call.name === 'create-user' ? [['CONFLICT', 'CONFLICT']] : []),
      ]).toContainEqual(outcome);
      const [one = [], other = []] = answers.map(({ status, body }) =>
        status < 300 ? idsIn(body.data).filter(id => !known.has(id)) : [],
      );
      expect(one.filter(id => other.includes(id))).toEqual([]);
    }
    const bySession = (): Headed => admin.session;
    let count = 0;
    /** Something later lets the index forget what is older than nine days. */
    const later = (): Promise<Any> =>
      done(
        'POST',
        '/projects',
        { name: `Sonra ${++count}` },
        { ...admin.session, 'x-request-id': `later ${count}` },
      );
    async function tenDays(): Promise<void> {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * DAY_MS });
      admin = { ...admin, session: await login('admin@example.com') };
      await later();
    }

    beforeAll(async () => {
      await installation.start();
      admin = await installation.register('Admin');
      sides = [await side(1), await side(2)];
    });
    afterAll(async () => {
      vi.useRealTimers();
      await installation.forget();
    });

    it.each(makers)('$name, at once by one account', call =>
      made(call, 'race', bySession, 'at once'),
    );

    it.each(
      makers.filter(
        ({ access, name: of }) =>
          isOfProject(access) && of !== 'transfer-to-live' && of !== 'copy-rows',
      ),
    )('$name, at once by an account in one project and its key in the other', call =>
      made(call, 'keyed', ({ no, key }) => (no === 1 ? admin.session : key), 'at once'),
    );

    it.each(makers)('$name, again when the first is forgotten', async call => {
      await made(call, 'late', bySession, 'in turn', tenDays);
    });

    it('gives a manager who was removed nothing of the project, whatever they call their requests', async () => {
      const owner = await installation.register('Sahip');
      const manager = await installation.register('Yonetmen');
      const { invitation } = await done(
        'POST',
        `/projects/${owner.projectId}/invitations`,
        { email: 'yonetmen@example.com', role: 'manager' },
        owner.session,
      );
      await done('POST', `${invitation.url}/accept`, undefined, manager.session);
      const create = (projectId: string, by: Headed): Promise<Answer> =>
        installation.ask(
          'POST',
          `/tables/project/${projectId}`,
          { name: 'Müşteriler' },
          { ...by, 'x-request-id': 'set-up 1' },
        );
      const { id: tableId } = (await create(owner.projectId, manager.session)).body.data.table;
      await done(
        'POST',
        `/tables/${owner.projectId}/${tableId}/fields`,
        { name: 'ad', type: 'string' },
        owner.session,
      );
      await done('POST', `/data/table/${tableId}/rows`, { ad: 'Ayşe' }, owner.session);
      await done(
        'DELETE',
        `/projects/${owner.projectId}/members/${manager.id}`,
        undefined,
        owner.session,
      );

      await tenDays();
      const [ofOwner, ofManager] = [
        await login('sahip@example.com'),
        await login('yonetmen@example.com'),
      ];
      let again: Answer | undefined;
      await expect
        .poll(
          async () => (await later(), (again = await create(manager.projectId, ofManager)).status),
        )
        .toBe(201);
      expect(again!.body.data.table.id).not.toBe(tableId);
      for (const path of [
        `/tables/${manager.projectId}/${tableId}`,
        `/tables-new/${manager.projectId}/${tableId}/stats`,
        `/data/table/${tableId}`,
      ])
        expect([path, (await installation.ask('GET', path, undefined, ofManager)).status]).toEqual([
          path,
          404,
        ]);
      await done('DELETE', `/projects/${manager.projectId}`, {}, ofManager);
      await done('POST', `/data/table/${tableId}/rows`, { ad: 'Can' }, ofOwner);
      expect(
        (await done('GET', `/data/table/${tableId}`, undefined, ofOwner)).rows.map(
          ({ ad }: Any) => ad,
        ),
      ).toEqual(expect.arrayContaining(['Ayşe', 'Can']));
    });

    it('answers a former owner as the first time, and gives nothing back of a project that they handed over', async () => {
      const former = await installation.register('Eski');
      const owner = await installation.register('Alan');
      const named = { 'x-request-id': 'mine 1' };
      const create = (by: Headed): Promise<Answer> =>
        installation.ask('POST', '/projects', { name: 'Devir' }, { ...by, ...named });
      const first = await create(former.session);
      const { id } = first.body.data.project;
      // A portfolio of many events is kept in memory, and not read again from its beginning.
      for (let i = 0; i < 40; i++) {
        await done('PUT', `/projects/${former.projectId}`, { description: `${i}` }, former.session);
      }
      const invited = { email: 'alan@example.com', role: 'manager' };
      const path = `/projects/${id}/invitations`;
      const { invitation } = await done('POST', path, invited, former.session);
      await done('POST', `${invitation.url}/accept`, undefined, owner.session);
      await done('POST', `/projects/${id}/owner`, { userId: owner.id }, former.session);
      await done('DELETE', `/projects/${id}/members/${former.id}`, undefined, owner.session);

      const repeated = await create(former.session);
      expect([repeated.status, repeated.body.data]).toEqual([201, first.body.data]);

      await tenDays();
      const ofFormer = await login('eski@example.com');
      const ofOwner = await login('alan@example.com');
      const before = await done('GET', `/projects/${id}`, undefined, ofOwner);
      const late = await create(ofFormer);
      expect([late.status, late.body.data]).toEqual([201, first.body.data]);
      const { apiKey, apiKeyPassword } = late.body.data.project;
      expect([apiKey, apiKeyPassword]).toEqual([expect.any(String), expect.any(String)]);
      expect([before.project.apiKey, before.project.apiKeyPassword]).not.toContain(apiKey);
      expect([before.project.apiKey, before.project.apiKeyPassword]).not.toContain(apiKeyPassword);
      expect(await done('GET', `/projects/${id}`, undefined, ofOwner)).toEqual(before);
      const { status } = await installation.ask('GET', `/projects/${id}`, undefined, ofFormer);
      expect(status).toBe(404);
    });

    it('gives the id of something deleted to nothing else, when the request that made it comes again', async () => {
      const { projectId, tableId, threadId } = sides[0];
      const endpoint = {
        name: 'Biten',
        definition: {
          method: 'GET',
          path: 'biten',
          action: { kind: 'rows', tableId, fields: [{ field: 'id', name: 'id' }] },
        },
      };
      const otherId = (
        await done('POST', `/custom-endpoints/project/${projectId}`, { ...endpoint, name: 'Uç' })
      ).endpoint.id;
      const planId = (await done('POST', '/pricing/plans', { name: 'Kalan', price: 1 })).plan.id;
      /** Calls that make, delete and list a thing, and one that adds an event to its stream. */
      const things: readonly {
        make: string;
        body: object;
        path: (id: string) => string;
        list: string;
        more: (n: number) => Promise<Any>;
      }[] = [
        {
          make: `/tables/project/${projectId}`,
          body: { name: 'Biten' },
          path: id => `/tables/${id}`,
          list: `/tables/project/${projectId}`,
          more: n => done('PUT', `/tables/${tableId}`, { name: `Ürünler ${n}` }),
        },
        {
          make: `/tables/${projectId}/${tableId}/fields`,
          body: { name: 'biten', type: 'string' },
          path: id => `/tables/${tableId}/fields/${id}`,
          list: `/tables/${projectId}/${tableId}/fields`,
          more: async () => undefined,
        },
        {
          make: `/api-keys/project/${projectId}`,
          body: { name: 'Biten' },
          path: id => `/api-keys/${id}`,
          list: `/api-keys/project/${projectId}`,
          more: n =>
            done('PUT', `/projects/${projectId}`, {
              settings: { maxRequestsPerMinute: 9_000 + n },
            }),
        },
        {
          make: `/projects/${projectId}/invitations`,
          body: { email: 'biten@example.com', role: 'viewer' },
          path: id => `/projects/${projectId}/invitations/${id}`,
          list: `/projects/${projectId}/members`,
          more: async () => undefined,
        },
        {
          make: `/custom-endpoints/project/${projectId}`,
          body: endpoint,
          path: id => `/custom-endpoints/${id}`,
          list: `/custom-endpoints/project/${projectId}`,
          more: n =>
            done('PUT', `/custom-endpoints/${otherId}`, {
              ...endpoint,
              name: `Uç ${n}`,
              definition: { ...endpoint.definition, path: 'kalan' },
            }),
        },
        {
          make: `/threads/${threadId}/messages`,
          body: { content: 'Biten' },
          path: id => `/threads/${threadId}/messages/${id}`,
          list: `/threads/${threadId}`,
          more: n => done('POST', `/threads/${threadId}/messages`, { content: `Sonra ${n}` }),
        },
        {
          make: `/data/table/${tableId}/rows`,
          body: { ad: 'Biten' },
          path: id => `/data/table/${tableId}/rows/${id}`,
          list: `/data/table/${tableId}`,
          more: async () => undefined,
        },
        {
          make: '/pricing/plans',
          body: { name: 'Biten', price: 1 },
          path: id => `/pricing/plans/${id}`,
          list: '/pricing/plans',
          more: n => done('PUT', `/pricing/plans/${planId}`, { name: `Kalan ${n}` }),
        },
      ];
      const make = (at: number): Promise<Answer> =>
        installation.ask('POST', things[at]!.make, things[at]!.body, {
          ...admin.session,
          'x-request-id': `gone ${at}`,
        });
      const ids: string[] = [];
      for (const [at, { path }] of things.entries()) {
        const known = new Set(idsIn([sides, admin.id]));
        const { status, body } = await make(at);
        expect([things[at]!.make, status < 300 || body]).toEqual([things[at]!.make, true]);
        ids.push(idsIn(body.data).find(id => !known.has(id))!);
        await done('DELETE', path(ids[at]!));
      }
      // A stream of many events is kept in memory, and not read again from its beginning.
      for (let n = 0; n < 40; n++) await Promise.all(things.map(({ more }) => more(n)));
      await tenDays();
      for (const at of things.keys()) {
        await later();
        await make(at);
        const shown = JSON.stringify(await done('GET', things[at]!.list));
        expect([things[at]!.make, shown.includes('iten')]).toEqual([things[at]!.make, false]);
      }
    });

    it('leaves no id under two owners in the log', async () => {
      const log = new SqliteLogReader(installation.file('events.db'));
      try {
        const found = [];
        for await (const one of idsUnderTwoOwners(log)) found.push(one);
        expect(found).toEqual([]);
      } finally {
        await log.close();
      }
    });

    it('leaves everything of a project when the other is deleted', async () => {
      const [kept, gone] = sides;
      const all = async (): Promise<Any> => ({
        tables: await done('GET', `/tables/project/${kept.projectId}`),
        rows: (await done('GET', `/data/table/${kept.tableId}?limit=1000`)).rows,
        fields: await done('GET', `/tables/${kept.projectId}/${kept.tableId}/fields`),
        keys: (await done('GET', `/api-keys/project/${kept.projectId}`)).keys.map(
          (key: Any) => key.id,
        ),
        invitations: await done('GET', `/projects/${kept.projectId}/members`),
        threads: (await done('GET', `/threads?project_id=${kept.projectId}`)).threads.map(
          (thread: Any) => thread.id,
        ),
        thread: (await done('GET', `/threads/${kept.threadId}`)).messages,
        requests: (await done('GET', `/endpoint-requests/project/${kept.projectId}`)).requests.map(
          (request: Any) => request.id,
        ),
        endpoints: await done('GET', `/custom-endpoints/project/${kept.projectId}`),
      });
      const before = await all();
      await done('DELETE', `/projects/${gone.testId}`);
      await done('DELETE', `/projects/${gone.projectId}`);
      expect(await all()).toEqual(before);
    });
  });
});
