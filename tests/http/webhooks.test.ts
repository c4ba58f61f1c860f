import { createHmac } from 'node:crypto';
import { signedHeaders } from '@hzm/services/core/security/signed-delivery';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { receiver, type Received } from '../run/receiver.ts';
import { serve, type Headed } from './serve.ts';

const { register, table, inTurn, restart } = serve({ webhooksMayBePrivate: true });
const to = await receiver();
afterAll(() => to.close());

let owner: Awaited<ReturnType<typeof register>>;
let tableId: string;
const { call } = inTurn(() => owner.session);
const hook = (): string => `/projects/${owner.projectId}/webhook`;
const switched = (enableWebhooks: boolean, webhookUrl = to.url) =>
  call('PUT', `/projects/${owner.projectId}`, { settings: { enableWebhooks, webhookUrl } });
const add = async (ad: string): Promise<string> =>
  (await call('POST', `/data/table/${tableId}/rows`, { ad })).body.data.row.id;
const names = (): string[] => to.calls.map(({ told }) => told.data.rows[0].values.ad);
const state = async () => (await call('GET', hook())).body.data.webhook;

beforeAll(async () => {
  owner = await register('Ayse');
  tableId = await table(owner.projectId, owner.session, 'Ürünler', { ad: 'string' });
  await add('önce');
});
beforeEach(() => {
  to.calls.length = 0;
  to.status(204);
});

describe('a webhook', () => {
  it('begins when it is switched on, signs every call, and tells rows and schema in their order', async () => {
    expect(await state()).toMatchObject({ state: 'off', secret: null, sentTo: null });
    await switched(false);
    await call('POST', `${hook()}/test`, {});
    expect(to.calls[0]!.headers['webhook-signature']).toMatch(/^v1,.{44}$/);
    to.calls.length = 0;
    await switched(true);
    const { secret } = (await call('POST', `${hook()}/secret`, {})).body.data;
    const rowId = await add('çay');
    await call('PUT', `/data/table/${tableId}/rows/${rowId}`, { ad: 'kahve' });
    await call('POST', `/tables/${owner.projectId}/${tableId}/fields`, {
      name: 'fiyat',
      type: 'number',
    });
    await call('DELETE', `/data/table/${tableId}/rows/${rowId}`);
    await expect.poll(() => to.calls.length, { timeout: 15_000 }).toBe(4);
    expect(
      to.calls.map(({ told: { type, data } }) => [type, data.rows ?? data.field.name]),
    ).toEqual([
      ['row-added', [{ id: rowId, values: { ad: 'çay' } }]],
      ['row-changed', [{ id: rowId, values: { ad: 'kahve' }, before: { ad: 'çay' } }]],
      ['field-added', 'fiyat'],
      ['row-removed', [{ id: rowId, before: { ad: 'kahve' } }]],
    ]);
    const positions = to.calls.map(({ headers }) => String(headers['x-hzm-position']));
    expect(positions).toEqual(positions.toSorted());
    const [{ headers, body, told }] = to.calls as [Received];
    expect([headers['webhook-id'], told.position, told.projectId]).toEqual([
      told.id,
      positions[0],
      owner.projectId,
    ]);
    const signed = { id: told.id, seconds: Number(headers['webhook-timestamp']), body };
    expect(String(headers['webhook-signature']).split(' ')[0]).toBe(
      signedHeaders(signed, [secret])['webhook-signature'],
    );
    expect(String(headers['x-hzm-signature']).split(',')[0]).toBe(
      `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    );
    await expect.poll(async () => (await state()).sentTo).toBe(positions.at(-1));
    const history = await call('GET', `/projects/${owner.projectId}/history`);
    expect(JSON.stringify(history.body)).toContain('webhook-secret-renewed');
    const calls = await call('GET', `${hook()}/calls`);
    const shown = JSON.stringify([await state(), calls.body, history.body]);
    expect(shown).not.toContain(secret);
  });

  it('goes on after a restart behind what was delivered', async () => {
    await add('a');
    await expect.poll(names, { timeout: 15_000 }).toEqual(['a']);
    await expect.poll(async () => (await state()).sentTo).toBe(to.calls[0]!.told.position);
    await restart();
    await add('b');
    await expect.poll(names, { timeout: 15_000 }).toEqual(['a', 'b']);
  });

  it('interrupted in the middle of a call, sends the event again and none before it', async () => {
    to.answers(() => undefined);
    await add('c');
    await add('d');
    await expect.poll(() => names()[0], { timeout: 15_000 }).toBe('c');
    await restart();
    to.status(204);
    await expect.poll(() => names().at(-1), { timeout: 60_000 }).toBe('d');
    expect([...new Set(names())]).toEqual(['c', 'd']);
  });

  it('tells only of chosen kinds and tables', async () => {
    const other = await table(owner.projectId, owner.session, 'Depolar', { ad: 'string' });
    const choices = { kinds: ['row-removed', 'row-added'], tableIds: [tableId] };
    const changed = await call('PUT', hook(), choices);
    expect(changed.body.data.webhook).toMatchObject({
      kinds: ['row-added', 'row-removed'],
      tableIds: [tableId],
    });
    to.calls.length = 0;
    await call('POST', `/data/table/${other}/rows`, { ad: 'depo' });
    const id = await add('e');
    await call('PUT', `/data/table/${tableId}/rows/${id}`, { ad: 'f' });
    await add('g');
    await expect.poll(() => names(), { timeout: 15_000 }).toEqual(['e', 'g']);
    expect((await call('PUT', hook(), { ...choices, tableIds: [owner.id] })).status).toBe(404);
    await call('PUT', hook(), { ...choices, tableIds: null });
  });

  it('is paused by 410, keeps what happens meanwhile, and delivers it when it is resumed', async () => {
    to.status(410, `gitti ${'x'.repeat(2_000)}`);
    await add('h');
    await expect.poll(async () => (await state()).state, { timeout: 15_000 }).toBe('paused');
    await add('i');
    const { paused } = await state();
    expect([paused.reason, paused.position]).toEqual(['gone', to.calls[0]!.told.position]);
    const [failed] = (await call('GET', `${hook()}/calls`)).body.data.calls;
    expect(failed).toMatchObject({ status: 410, failure: 'status', attempt: 1, isAsked: false });
    const seen = (await call('GET', `${hook()}/calls/${failed.id}`)).body.data;
    expect(seen.answer).toBe(`gitti ${'x'.repeat(1_018)}`);
    expect(JSON.parse(seen.request.body)).toEqual(to.calls[0]!.told);
    expect(Object.keys(seen.request.headers).join()).not.toContain('signature');
    to.calls.length = 0;
    to.status(200);
    expect((await call('POST', `${hook()}/resume`, {})).body.data.webhook.paused).toBeNull();
    await expect.poll(names, { timeout: 15_000 }).toEqual(['h', 'i']);
  });

  it('tries a failed event again before any later one, and follows no redirect', async () => {
    const elsewhere = await receiver();
    to.answers(response => void response.writeHead(302, { location: elsewhere.url }).end());
    await add('j');
    await expect.poll(async () => (await state()).state, { timeout: 15_000 }).toBe('waiting');
    await add('k');
    expect((await state()).nextTryAt).not.toBeNull();
    to.status(200);
    await expect.poll(() => names().at(-1), { timeout: 60_000 }).toBe('k');
    expect(names().length).toBeGreaterThan(2);
    expect(new Set(names().slice(0, -1))).toEqual(new Set(['j']));
    expect(to.calls[0]!.headers['webhook-id']).toBe(to.calls[1]!.headers['webhook-id']);
    expect(elsewhere.calls).toEqual([]);
    await elsewhere.close();
  });

  it('sends one event again out of turn, and all from a position', async () => {
    await add('l');
    await add('m');
    await expect.poll(names, { timeout: 15_000 }).toEqual(['l', 'm']);
    const [first] = to.calls.map(({ told }) => told.position);
    const again = await call('POST', `${hook()}/resend-one`, { position: first });
    expect(again.body.data.call).toMatchObject({ status: 204, isAsked: true, position: first });
    expect(names()).toEqual(['l', 'm', 'l']);
    to.calls.length = 0;
    await call('POST', `${hook()}/resend`, { after: first });
    await expect.poll(names, { timeout: 15_000 }).toEqual(['m']);
    const position = '9'.repeat(20);
    expect((await call('POST', `${hook()}/resend-one`, { position })).status).toBe(404);
  });

  it('two secrets are valid until the former one is ended', async () => {
    const renew = async (): Promise<string> =>
      (await call('POST', `${hook()}/secret`, { overlapHours: 2 })).body.data.secret;
    const [former, secret] = [await renew(), await renew()];
    const sent = async (): Promise<readonly [string, string]> => {
      await call('POST', `${hook()}/test`, {});
      const { headers, body, told } = to.calls.at(-1)!;
      const signed = { id: told.id, seconds: Number(headers['webhook-timestamp']), body };
      const by = (...secrets: string[]) => signedHeaders(signed, secrets)['webhook-signature']!;
      return [String(headers['webhook-signature']), [by(secret, former), by(secret)].join('|')];
    };
    const [both, expected] = await sent();
    expect(both).toBe(expected.split('|')[0]);
    const ended = await call('DELETE', `${hook()}/secret/former`);
    expect(ended.body.data.webhook.secret.formerUntil).toBeNull();
    const [one, alone] = await sent();
    expect(one).toBe(alone.split('|')[1]);
  });

  it('switched off and on again, begins anew with what happens from then on', async () => {
    await switched(false);
    await add('n');
    await switched(true);
    await add('o');
    await expect.poll(names, { timeout: 15_000 }).toEqual(['o']);
  });

  it('is shown and changed by owner and managers alone, and by no key', async () => {
    const guest = await register('Can');
    const invited = (
      await call('POST', `/projects/${owner.projectId}/invitations`, {
        email: 'can@example.com',
        role: 'editor',
      })
    ).body.data.invitation;
    const { call: asGuest } = inTurn(() => guest.session);
    await asGuest('POST', `${new URL(invited.url, to.url).pathname}/accept`);
    const asked = async (headers: Headed) => {
      const answers = [
        await call('GET', hook(), undefined, headers),
        await call('GET', `${hook()}/calls`, undefined, headers),
        await call('POST', `${hook()}/secret`, {}, headers),
        await call('POST', `${hook()}/test`, {}, headers),
      ];
      return answers.map(({ body }) => body.code);
    };
    expect(await asked(guest.session)).toEqual(Array(4).fill('FORBIDDEN'));
    expect(await asked(owner.key)).toEqual(Array(4).fill('KEY_SCOPE'));
    expect(to.calls).toEqual([]);
  });

  it('tests at most twenty times a minute', async () => {
    const answers = [];
    // Two windows of a minute at most.
    for (let n = 0; n < 45; n++) answers.push((await call('POST', `${hook()}/test`, {})).status);
    expect(answers).toContain(429);
  });

  it('tests of all projects of an account, and of all accounts to one receiver, are bounded', async () => {
    const other = await receiver();
    onTestFinished(() => other.close());
    const tested = async (name: string): Promise<number[]> => {
      const { projectId, session } = await register(name);
      const as = inTurn(() => session).call;
      const second = (await as('POST', '/projects', { name: `${name} 2` })).body.data.project.id;
      const test = await as('POST', `/projects/${projectId}/create-test-environment`);
      const accepted: number[] = [];
      for (const id of [projectId, second, test.body.data.project.id]) {
        await as('PUT', `/projects/${id}`, { settings: { webhookUrl: other.url } });
        const statuses: number[] = [];
        for (let n = 0; n < 21; n++)
          statuses.push((await as('POST', `/projects/${id}/webhook/test`)).status);
        accepted.push(statuses.filter(status => status < 300).length);
      }
      return accepted;
    };
    expect(await tested('Deniz')).toEqual([20, 20, 0]);
    const [first, second] = await tested('Ege');
    expect(first).toBe(20);
    expect(second).toBeLessThan(20);
  });
});

describe('webhooks of a server that sends none', () => {
  const off = serve({ webhooksMayBePrivate: true, webhooksAreOff: true });

  it('refuse to send a test or an event', async () => {
    const { projectId, session } = await off.register('Bora');
    const settings = { enableWebhooks: true, webhookUrl: to.url };
    const at = `/projects/${projectId}`;
    const changed = await off.ask('PUT', at, { settings }, session);
    const position = changed.headers.get('x-position');
    for (const [path, body] of [
      ['test', {}],
      ['resend-one', { position }],
    ] as const) {
      const refused = await off.ask('POST', `${at}/webhook/${path}`, body, session);
      expect([path, refused.status, refused.body.code]).toEqual([path, 409, 'CONFLICT']);
    }
    expect(to.calls).toEqual([]);
  });
});
