import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { sessionOpened } from '@hzm/contracts/features/accounts/events';
import { memberRoleChanged } from '@hzm/contracts/features/members/events';
import {
  MAX_IN_MAIL,
  MAX_MAIL_FAILURES,
  usualSettings,
  type NotificationSettings,
} from '@hzm/contracts/features/notifications/settings';
import { projectCreated } from '@hzm/contracts/features/projects/events';
import { thingRead } from '@hzm/contracts/features/read-marks/events';
import { messageWritten } from '@hzm/contracts/features/threads/events';
import { decider } from '@hzm/services/core/commands/decider';
import type { Engine } from '@hzm/services/core/engine';
import { AddressRefused, type Mail } from '@hzm/services/core/ports/mailer';
import { NotificationMails } from '@hzm/services/domain/features/notifications/mail-round';
import {
  chooseNotifications,
  notificationSettings,
} from '@hzm/services/domain/features/notifications/settings';
import { settingsAnswer } from '@hzm/services/domain/features/notifications/settings-view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handOverEngine, newAccount } from './hand-over-engine.ts';
import { someRequest } from './processes.ts';

const MINUTE = 60_000;
const [projectId, ece] = [newId(), newId()];
let clock = 0;
let engine: Engine;
let closing: (() => Promise<void>)[] = [];
let sent: Mail[] = [];
let online = new Set<string>();
let lastUsed = new Map<string, string>();
let failures: unknown[] = [];
let refuse: (mail: Mail) => Error | undefined;
let hangs = false;

const beginAt = (text: string): void => {
  clock = Date.parse(text);
};
const later = (minutes: number): void => {
  clock += minutes * MINUTE;
};

/** Appends what happened, as if somebody had done it; resolves when views and listeners know. */
async function happens(
  actor: string,
  stream: string,
  ...facts: readonly DomainEvent[]
): Promise<void> {
  const { position } = await engine.executor.execute(someRequest({ actor }), {
    stream,
    decider: decider(0, () => []),
    decide: () => facts,
  });
  await engine.projector.waitForPosition(position);
}

/** Events of the log about mails to somebody. */
const saidOf = async (accountId: string): Promise<string[]> =>
  (await engine.store.readStream(`notification-mails-${accountId}`, {})).map(({ type }) => type);

async function deliver(mail: Mail): Promise<void> {
  const error = refuse(mail);
  if (error) throw error;
  sent.push(mail);
}

/** The sender of mails in one process. */
function process(of: Engine = engine, isWriter = true): NotificationMails {
  const mails = new NotificationMails({
    ...of,
    isWriter: () => isWriter,
    failed: error => {
      if (error !== undefined) failures.push(error);
    },
    mailer: {
      origin: 'https://hzm.example',
      close: () => undefined,
      send: mail => (hangs ? new Promise(() => undefined) : deliver(mail)),
    },
    usage: {
      of: async (ids: readonly string[]) =>
        new Map(
          ids.flatMap(id => (lastUsed.has(id) ? [[id, { lastUsed: lastUsed.get(id)! }]] : [])),
        ),
    } as never,
    status: { online: async () => online },
  });
  of.projector.listen(batch => mails.note(batch));
  return mails;
}

async function person(
  name: string,
  settings: Partial<NotificationSettings> | null = {},
): Promise<string> {
  const accountId = newId();
  await happens(accountId, `account-${accountId}`, newAccount(accountId, name));
  if (settings) await choose(accountId, settings);
  return accountId;
}
async function choose(
  accountId: string,
  settings: Partial<NotificationSettings>,
  isAgain = false,
): Promise<void> {
  const { position } = await engine.executor.execute(someRequest({ actor: accountId }), {
    stream: `account-${accountId}`,
    decider: notificationSettings,
    decide: chooseNotifications(
      accountId,
      { ...usualSettings, mail: 'soon', language: 'en', timeZone: 'Europe/Istanbul', ...settings },
      new Date(clock),
      isAgain,
    ),
  });
  await engine.projector.waitForPosition(position);
}
/** Somebody is told something. */
async function told(userId: string, by = ece): Promise<string> {
  const messageId = newId();
  const of = { projectId, threadId: newId(), messageId, name: 'Gizli başlık' };
  await happens(
    by,
    `thread-${of.threadId}`,
    messageWritten({
      ...of,
      sender: { type: 'user', id: by },
      content: 'gizli söz',
      attachments: [],
      mentions: [{ kind: 'user', id: userId }],
      replyTo: null,
      repliedTo: null,
      status: 'replied',
    }),
  );
  return messageId;
}
const roundAfter = async (
  mails: NotificationMails,
  minutes: number,
): Promise<readonly string[]> => {
  const before = sent.length;
  later(minutes);
  await mails.round();
  return sent.slice(before).map(({ to }) => to);
};

beforeEach(async () => {
  beginAt('2026-05-04T09:00:00.000Z');
  [sent, online, lastUsed, failures, closing] = [[], new Set(), new Map(), [], []];
  refuse = () => undefined;
  hangs = false;
  const made = await handOverEngine(() => new Date(clock));
  engine = made.engine;
  closing.push(made.close);
  await happens(ece, `account-${ece}`, newAccount(ece, 'Ece'));
  await happens(
    ece,
    `project-${projectId}`,
    projectCreated({
      projectId,
      ownerId: ece,
      name: 'Depo',
      description: '',
      apiKey: 'hzm_k',
      apiKeyPassword: 'p',
      keyType: 'project',
      parentProjectId: null,
      tableCount: 0,
      widgetCount: 0,
    }),
  );
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

describe('what somebody has not read is mailed', () => {
  it('when they were away for ten minutes, all in one mail, and never again', async () => {
    const mails = process();
    const can = await person('Can');
    await mails.round();
    await told(can);
    later(4);
    await told(can);
    expect(await roundAfter(mails, 0)).toEqual([]);
    expect(await roundAfter(mails, 5)).toEqual([]);
    expect(await roundAfter(mails, 1)).toEqual(['can@example.com']);
    expect(sent[0]!.subject).toBe('HZM: 2 unread notifications');
    for (let count = 0; count < 5; count++) expect(await roundAfter(mails, 10)).toEqual([]);
    await told(can);
    expect(await roundAfter(mails, 10)).toEqual(['can@example.com']);
    expect(sent[1]!.subject).toBe('HZM: 1 unread notification');
  });

  it('in the words of their language, with who, where and a link, and with nothing that anybody wrote', async () => {
    const can = await person('Can', { language: 'tr' });
    const message = await told(can);
    await happens(
      ece,
      `project-${projectId}`,
      memberRoleChanged({ projectId, userId: can, role: 'viewer' }),
    );
    await process().round();
    await roundAfter(process(), 10);
    const [{ text, subject, unsubscribe }] = sent as [Mail];
    expect(subject).toBe('HZM: 2 okunmamış bildirim');
    expect(text).toContain(
      `Merhaba Can,\n\nDepo\n- Rolünüz değişti (Ece)\n  https://hzm.example/projects/${projectId}\n- Bir mesajda adınız geçti (Ece)\n`,
    );
    expect(text).toContain(`&message=${message}`);
    expect(text).not.toMatch(/gizli/i);
    expect(unsubscribe).toMatch(/^https:\/\/hzm\.example\/stop-mails\/[0-9a-f]{32}[\w-]{43}$/);
    expect(text).toContain(unsubscribe);
  });

  it(`names ${MAX_IN_MAIL}, and says how many more there are`, async () => {
    const can = await person('Can');
    for (let count = 0; count < MAX_IN_MAIL + 3; count++) await told(can);
    await roundAfter(process(), 10);
    expect(sent[0]!.text.match(/mentioned you/g)).toHaveLength(MAX_IN_MAIL);
    expect(sent[0]!.text).toContain('And 3 more');
    expect(sent[0]!.subject).toBe(`HZM: ${MAX_IN_MAIL + 3} unread notifications`);
  });

  it('not while they are connected, nor within ten minutes of their last call', async () => {
    const mails = process();
    const can = await person('Can');
    const sessionId = newId();
    await happens(can, `session-${sessionId}`, sessionOpened({ accountId: can, sessionId }));
    await told(can);
    online.add(can);
    for (let count = 0; count < 3; count++) expect(await roundAfter(mails, 10)).toEqual([]);
    online.clear();
    lastUsed.set(sessionId, new Date(clock - 2 * MINUTE).toISOString());
    await choose(can, { digestAt: '09:00' });
    expect(await roundAfter(mails, 0)).toEqual([]);
    expect(await roundAfter(mails, 7)).toEqual([]);
    expect(await roundAfter(mails, 1)).toEqual(['can@example.com']);
  });

  it('not what they have read, what happened before they asked for mails, or what they do not want mailed', async () => {
    const mails = process();
    const [can, old, choosy] = [
      await person('Can'),
      await person('Old', null),
      await person('Choosy', { mailOff: ['mention'] }),
    ];
    const message = await told(can);
    await told(old);
    await told(choosy);
    later(1);
    await choose(old, {});
    await happens(
      can,
      `read-mark-${can}-${message}`,
      thingRead({
        accountId: can,
        topic: `notification:${message}`,
        scope: `notifications:${can}`,
        upTo: engine.projector.position,
      }),
    );
    expect(await roundAfter(mails, 20)).toEqual([]);
    await told(old);
    await roundAfter(mails, 0);
    expect(await roundAfter(mails, 10)).toEqual(['old@example.com']);
    expect(sent[0]!.subject).toBe('HZM: 1 unread notification');
  });

  it('not in quiet hours; once a day, if that was chosen, and not when there is nothing', async () => {
    const mails = process();
    beginAt('2026-05-04T20:00:00.000Z');
    const [quiet, daily] = [
      await person('Quiet', { quiet: { from: '22:00', to: '07:00' } }),
      await person('Daily', { mail: 'daily', digestAt: '08:00' }),
    ];
    await told(quiet);
    await told(daily);
    expect(await roundAfter(mails, 30)).toEqual([]);
    beginAt('2026-05-05T03:59:00.000Z');
    expect(await roundAfter(mails, 0)).toEqual([]);
    expect(await roundAfter(mails, 1)).toEqual(['quiet@example.com']);
    expect(await roundAfter(mails, 60)).toEqual(['daily@example.com']);
    expect(await roundAfter(mails, 24 * 60)).toEqual([]);
  });
});

describe('a mail is sent once', () => {
  it('by one of several processes, and by none that does not write the views', async () => {
    const can = await person('Can');
    await told(can);
    const other = await handOverEngine(() => new Date(clock), engine);
    closing.push(other.close);
    await other.engine.projector.waitForPosition(engine.projector.position);
    later(10);
    const all = [process(), process(other.engine), process(engine), process(other.engine, false)];
    await Promise.all(all.map(mails => mails.round()));
    expect(sent.map(({ to }) => to)).toEqual(['can@example.com']);
    await Promise.all(all.map(mails => mails.round()));
    expect(sent).toHaveLength(1);
  });

  it('also across a restart, whether or not it came to its end', async () => {
    const can = await person('Can');
    await told(can);
    await roundAfter(process(), 10);
    expect(await roundAfter(process(), 30)).toEqual([]);
    await told(can);
    // The process ends while the mail is handed over: that it is sent was said, and nothing takes
    // it back.
    hangs = true;
    later(10);
    void process().round();
    await expect.poll(() => saidOf(can)).toEqual(['notifications-mailed', 'notifications-mailed']);
    hangs = false;
    expect(await roundAfter(process(), 30)).toEqual([]);
  });
});

describe('what cannot be sent', () => {
  it('stops nobody else, is tried again less and less often, and is given up and told', async () => {
    const mails = process();
    const [can, deniz] = [await person('Can'), await person('Deniz')];
    refuse = ({ to }) =>
      to === 'can@example.com' ? new AddressRefused('no such mailbox') : undefined;
    await told(can);
    await told(deniz);
    expect(await roundAfter(mails, 10)).toEqual(['deniz@example.com']);
    expect((await settingsAnswer(engine, can)).failure).toEqual({
      attempts: 1,
      at: new Date(clock).toISOString(),
      hasEnded: false,
    });
    let hours = 0;
    for (; !(await settingsAnswer(engine, can)).failure!.hasEnded; hours++)
      await roundAfter(mails, 60);
    expect([(await settingsAnswer(engine, can)).failure!.attempts, hours > 20]).toEqual([
      MAX_MAIL_FAILURES,
      true,
    ]);
    refuse = () => undefined;
    expect(await roundAfter(mails, 24 * 60)).toEqual([]);
    // Saving the settings again tries again, with all that is still unread.
    await choose(can, {}, true);
    expect(await roundAfter(mails, 10)).toEqual(['can@example.com']);
    expect((await settingsAnswer(engine, can)).failure).toBeNull();
    expect(failures).toEqual([]);
  });

  it('because there is no server is tried again in a minute, and says so', async () => {
    const mails = process();
    for (const name of ['Can', 'Deniz', 'Efe', 'Gül']) await told(await person(name));
    let tried = 0;
    refuse = () => {
      tried++;
      return new Error('ECONNREFUSED');
    };
    expect(await roundAfter(mails, 10)).toEqual([]);
    expect(tried).toBeLessThanOrEqual(2);
    await mails.round();
    expect(tried).toBeLessThanOrEqual(2);
    expect(failures.length).toBe(tried);
    refuse = () => undefined;
    expect((await roundAfter(mails, 2)).length).toBe(4 - tried);
    expect((await roundAfter(mails, 10)).length).toBe(tried);
  });

  it('costs nothing where there is nothing to send: nobody is read who was not told anything', async () => {
    const mails = process();
    for (let count = 0; count < 20; count++) await person(`P${count}`);
    await mails.round();
    const [finding, getting] = [vi.spyOn(engine.model, 'find'), vi.spyOn(engine.model, 'get')];
    for (let count = 0; count < 5; count++) await roundAfter(mails, 10);
    expect([finding.mock.calls.length, getting.mock.calls.length]).toEqual([0, 0]);
  });
});
