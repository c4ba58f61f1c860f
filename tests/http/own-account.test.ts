import { beforeAll, describe, expect, it } from 'vitest';
import { mailbox } from '../run/mailbox.ts';
import { serve, type Headed } from './serve.ts';

const ORIGIN = 'https://hzm.example';
const { mails, mail } = await mailbox();
const mailing = serve({ mail: mail(ORIGIN), registrationsPerMinute: 0 });
const silent = serve({ registrationsPerMinute: 0 });

const PASSWORD = 'gizli-1';
const mailsTo = (email: string) => mails.filter(({ to }) => to === email);
const mailed = async (email: string, count = 1): Promise<string> => {
  await expect.poll(() => mailsTo(email).length).toBe(count);
  return mailsTo(email).at(-1)!.text;
};
const tokenIn = (text: string): string => /\/confirm-email\/([\w-]+)/.exec(text)![1]!;
const signIn = async (ask: typeof mailing.ask, email: string, password = PASSWORD) =>
  (await ask('POST', '/auth/login', { email, password })).status;
const nameOf = async (ask: typeof mailing.ask, session: Headed) =>
  (await ask('GET', '/auth/me', undefined, session)).body.data?.user;

// The first account of an installation administers it.
beforeAll(async () => {
  await mailing.register('Admin');
  await silent.register('Admin');
});

describe('name', () => {
  it('changes for its account alone', async () => {
    const { session } = await silent.register('Ayse');
    const other = await silent.register('Bora');
    const { status, body } = await silent.ask('PUT', '/auth/me', { name: 'Ayşe Yılmaz' }, session);
    expect([status, body.data.user.name]).toEqual([200, 'Ayşe Yılmaz']);
    expect((await nameOf(silent.ask, session)).name).toBe('Ayşe Yılmaz');
    expect((await nameOf(silent.ask, other.session)).name).toBe('Bora');
  });

  it('takes nothing else with it', async () => {
    const { session } = await silent.register('Can');
    for (const more of [
      { isAdmin: true },
      { subscriptionType: 'enterprise' },
      { email: 'x@example.com' },
    ]) {
      const { status } = await silent.ask('PUT', '/auth/me', { name: 'Can', ...more }, session);
      expect([more, status]).toEqual([more, 400]);
    }
  });
});

describe('e-mail address where no mail is sent', () => {
  const move = (email: string, password: string, session: Headed) =>
    silent.ask('PUT', '/auth/email', { email, password }, session);

  it('changes at once with the password, and the one before is free', async () => {
    const { session } = await silent.register('Deniz');
    const wrong = await move('deniz.yeni@example.com', 'yanlış', session);
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'password']);
    const { status, body } = await move('deniz.yeni@example.com', PASSWORD, session);
    expect([status, body.data.user.email, body.data.sendsMail]).toEqual([
      200,
      'deniz.yeni@example.com',
      false,
    ]);
    expect([
      await signIn(silent.ask, 'deniz@example.com'),
      await signIn(silent.ask, 'deniz.yeni@example.com'),
    ]).toEqual([401, 200]);
    const again = { name: 'Deniz', email: 'deniz@example.com', password: PASSWORD };
    expect((await silent.ask('POST', '/auth/register', again)).status).toBe(201);
  });

  it('is refused when another account has it', async () => {
    const { session } = await silent.register('Ece');
    await silent.register('Fatma');
    const { status, body } = await move('fatma@example.com', PASSWORD, session);
    expect([status, body.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(await signIn(silent.ask, 'ece@example.com')).toBe(200);
  });
});

describe('e-mail address where mail is sent', () => {
  const { ask, register } = mailing;
  const move = (email: string, session: Headed, headers: Headed = {}) =>
    ask('PUT', '/auth/email', { email, password: PASSWORD }, { ...session, ...headers });
  const confirm = (token: string, headers: Headed = {}) =>
    ask('POST', '/auth/email/confirm', { token }, headers);

  it('changes once the link in the mail is used; the address before is told', async () => {
    const { session } = await register('Gul');
    const { status, body } = await move('gul.yeni@example.com', session, {
      'accept-language': 'en',
    });
    expect([status, body.data.user.email, body.data.sendsMail]).toEqual([
      200,
      'gul@example.com',
      true,
    ]);
    expect(await signIn(ask, 'gul.yeni@example.com')).toBe(401);
    const text = await mailed('gul.yeni@example.com');
    expect(text).toContain('Hello Gul,');
    const headers = { 'x-request-id': 'confirm-gul' };
    const [first, again] = [
      await confirm(tokenIn(text), headers),
      await confirm(tokenIn(text), headers),
    ];
    expect([first.status, first.body.data.email]).toEqual([200, 'gul.yeni@example.com']);
    expect([again.status, again.body.data.email]).toEqual([200, 'gul.yeni@example.com']);
    // The token begins with the account's id: the rest proves who asks again.
    const guessed = await confirm(`${tokenIn(text).slice(0, -1)}_`, headers);
    expect([guessed.status, guessed.body.code]).toEqual([404, 'NOT_FOUND']);
    expect([
      await signIn(ask, 'gul@example.com'),
      await signIn(ask, 'gul.yeni@example.com'),
    ]).toEqual([401, 200]);
    expect(await mailed('gul@example.com')).toContain('gul.yeni@example.com');
    expect((await confirm(tokenIn(text))).body.error).toBe(
      'Bu bağlantı artık geçerli değil: kullanılmış, yerine yenisi gelmiş, ' +
        'şifre değişince bitmiş ya da süresi dolmuş',
    );
  });

  it('stays when another account took it before the link was used', async () => {
    const { session } = await register('Hale');
    await move('ilk@example.com', session);
    const token = tokenIn(await mailed('ilk@example.com'));
    const other = { name: 'İlk', email: 'ilk@example.com', password: PASSWORD };
    expect((await ask('POST', '/auth/register', other)).status).toBe(201);
    expect((await confirm(token)).body.code).toBe('EMAIL_TAKEN');
    expect([await signIn(ask, 'hale@example.com'), await signIn(ask, 'ilk@example.com')]).toEqual([
      200, 200,
    ]);
  });

  it('is mailed three links an hour; the newest ends the others', async () => {
    const { session } = await register('Isil');
    const tokens = [];
    for (const n of [1, 2, 3]) {
      await move(`isil${n}@example.com`, session);
      tokens.push(tokenIn(await mailed(`isil${n}@example.com`)));
    }
    expect((await move('isil4@example.com', session)).body.code).toBe('RATE_LIMIT_EXCEEDED');
    expect([(await confirm(tokens[0]!)).status, (await confirm(tokens[2]!)).status]).toEqual([
      404, 200,
    ]);
  });

  it('floods nobody: five mails a day go to one address, whoever names it; a repeated request is no other', async () => {
    const people = [];
    for (const n of [1, 2, 3, 4, 5, 6]) people.push(await register(`Taciz${n}`));
    const victim = 'kurban@example.com';
    const named = { 'x-request-id': 'flood-1' };
    const first = people[0]!;
    expect((await move(victim, first.session, named)).status).toBe(200);
    expect((await move(victim, first.session, named)).status).toBe(200);
    const others = await Promise.all(people.slice(1).map(({ session }) => move(victim, session)));
    expect(others.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 429,
    ]);
    await mailed(victim, 5);
  });

  it('leaves no mailed password link to the address before', async () => {
    const { session } = await register('Jale');
    await ask('POST', '/auth/password/forgotten', { email: 'jale@example.com' });
    const reset = /\/reset-password\/([\w-]+)/.exec(await mailed('jale@example.com'))![1];
    await move('jale.yeni@example.com', session);
    await confirm(tokenIn(await mailed('jale.yeni@example.com')));
    const { status } = await ask('POST', '/auth/password/reset', {
      token: reset,
      newPassword: 'ele-geçti',
    });
    expect([status, await signIn(ask, 'jale.yeni@example.com')]).toEqual([404, 200]);
  });
});

describe('a link to a new address', () => {
  const { ask, register } = mailing;
  let admin: Headed;
  beforeAll(async () => {
    const shown = { email: 'admin@example.com', password: PASSWORD };
    const { body } = await ask('POST', '/auth/login', shown);
    admin = { authorization: `Bearer ${body.data.token}` };
  });
  /** Somebody who knows the password has a link mailed to an address of their own. */
  async function threatened(name: string) {
    const { session } = await register(name);
    const own = `${name.toLowerCase()}@example.com`;
    const email = `${name.toLowerCase()}@thief.example`;
    const { body } = await ask('PUT', '/auth/email', { email, password: PASSWORD }, session);
    return { id: body.data.user.id as string, session, own, token: tokenIn(await mailed(email)) };
  }
  const newPassword = 'yeni-gizli-2';
  type Threatened = Awaited<ReturnType<typeof threatened>>;
  const ways: Readonly<Record<string, (of: Threatened) => Promise<{ status: number }>>> = {
    'its person': ({ session }) =>
      ask('PUT', '/auth/password', { currentPassword: PASSWORD, newPassword }, session),
    'a mailed link': async ({ own }) => {
      await ask('POST', '/auth/password/forgotten', { email: own });
      const token = /\/reset-password\/([\w-]+)/.exec(await mailed(own))![1];
      return ask('POST', '/auth/password/reset', { token, newPassword });
    },
    'an administrator': ({ id }) =>
      ask('PUT', `/admin/users/${id}`, { password: newPassword }, admin),
  };

  it.each(Object.entries(ways))('ends when the password is changed by %s', async (by, change) => {
    const person = await threatened(`Zor${Object.keys(ways).indexOf(by)}`);
    expect((await change(person)).status).toBe(200);
    expect((await ask('POST', '/auth/email/confirm', { token: person.token })).status).toBe(404);
    expect(await signIn(ask, person.own, newPassword)).toBe(200);
  });

  it('of a disabled account changes nothing', async () => {
    const { id, own, token } = await threatened('Kapali');
    expect((await ask('PUT', `/admin/users/${id}`, { isActive: false }, admin)).status).toBe(200);
    expect((await ask('POST', '/auth/email/confirm', { token })).status).toBe(404);
    const { body } = await ask('GET', `/admin/users/${id}`, undefined, admin);
    expect(body.data.user.email).toBe(own);
  });
});

describe('own account', () => {
  it('is shown whole, without secrets and without others', async () => {
    const { session, projectId } = await silent.register('Kaan');
    const { status, body } = await silent.ask('GET', '/auth/me/data', undefined, session);
    expect(status).toBe(200);
    expect(body.data.user.email).toBe('kaan@example.com');
    expect(body.data.sessions).toHaveLength(1);
    expect(body.data.projects).toEqual([expect.objectContaining({ id: projectId, role: 'owner' })]);
    expect(JSON.stringify(body)).not.toMatch(/passwordHash|tokenHash|apiKey|hzm_/);
  });

  it('is deleted with its password, and everything of it is gone', async () => {
    const { session, projectId } = await silent.register('Lale');
    const drop = (password: string) => silent.ask('DELETE', '/auth/me', { password }, session);
    expect([(await drop('yanlış')).status, await signIn(silent.ask, 'lale@example.com')]).toEqual([
      400, 200,
    ]);
    expect((await drop(PASSWORD)).status).toBe(200);
    expect((await silent.ask('GET', `/projects/${projectId}`, undefined, session)).status).toBe(
      401,
    );
    expect(await signIn(silent.ask, 'lale@example.com')).toBe(401);
  });

  it('of the last administrator stays', async () => {
    const { body } = await mailing.ask('POST', '/auth/login', {
      email: 'admin@example.com',
      password: PASSWORD,
    });
    const session = { authorization: `Bearer ${body.data.token}` };
    const { status, body: refusal } = await mailing.ask(
      'DELETE',
      '/auth/me',
      { password: PASSWORD },
      session,
    );
    expect([status, refusal.code]).toEqual([409, 'CONFLICT']);
  });
});
