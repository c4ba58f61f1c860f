import type { DomainEvent } from '@hzm/contracts/core/event';
import { nothingChanged } from '@hzm/contracts/core/request';
import { sessionClosed, sessionOpened } from '@hzm/contracts/features/accounts/events';
import { accountDescribed } from '@hzm/contracts/features/administration/events';
import { rowRemoved } from '@hzm/contracts/features/rows/events';
import { savedViewChanged } from '@hzm/contracts/features/saved-views/events';
import { events } from '@hzm/contracts/registry';
import { describe, expect, it } from 'vitest';
import { AccountAllowance, SPACED } from './allowance.ts';

const [me, somebody, id] = ['me', 'somebody', 'x'];
const DAY_MS = 86_400_000;

/** Accounts that may write 1,000 bytes a day: about eight events. */
function allowanceOf() {
  let now = 0;
  const allowance = new AccountAllowance(events, 1_000, () => now);
  const write = (
    fact: DomainEvent,
    actor = me,
    payer: string | undefined = actor,
  ): { code?: string; retryAfter?: number } => {
    const meta = { at: '', actor, request: '' };
    try {
      allowance.admit([fact], [{ id, type: fact.type, data: fact.data, meta }], payer);
      return {};
    } catch (error) {
      return error as { code: string };
    }
  };
  return { write, pass: (ms: number) => void (now += ms) };
}
const renamed = accountDescribed({ accountId: me, name: 'Ada', email: 'ada@example.com' });
const opened = sessionOpened({ accountId: me, sessionId: id });
const refused = (retryAfter: number) => ({ code: 'RATE_LIMIT_EXCEEDED', retryAfter });

describe('the allowance of an account', () => {
  it('refuses changes and noted requests once the bytes of a day are used up, until the day ends', () => {
    const { write, pass } = allowanceOf();
    const answers = Array.from({ length: 10 }, () => write(renamed).code);
    expect(answers.slice(0, 5)).toEqual(Array(5).fill(undefined));
    expect(answers.at(-1)).toBe('RATE_LIMIT_EXCEEDED');
    const noted = nothingChanged({ accountId: me, revision: 1 });
    expect([write(renamed), write(noted)]).toMatchObject([refused(86_400), refused(86_400)]);
    pass(DAY_MS - 1_500);
    expect(write(renamed)).toMatchObject(refused(2));
    pass(1_500);
    expect([write(renamed), write(noted)]).toEqual([{}, {}]);
  });

  it('counts own saved views, which readers of a project keep there, and none that everybody sees', () => {
    const { write } = allowanceOf();
    const settings = { filters: {}, sort: [], columns: { order: [], widths: {}, hidden: [] } };
    const view = { projectId: id, tableId: id, viewId: id, name: 'Çaylar', settings };
    const saved = (ownerId: string | null): string | undefined =>
      write(savedViewChanged({ ...view, ownerId })).code;
    for (let n = 0; n < 20; n++) expect(saved(null)).toBeUndefined();
    const own = Array.from({ length: 10 }, () => saved(me));
    expect([own[0], own.at(-1)]).toEqual([undefined, 'RATE_LIMIT_EXCEEDED']);
    expect(saved(null)).toBeUndefined();
  });

  it('gives sign-ins a turn every five seconds, and never refuses to close a session', () => {
    const { write, pass } = allowanceOf();
    for (let n = 0; n < 20; n++) write(renamed);
    expect([write(opened), write(opened)]).toMatchObject([{}, refused(5)]);
    pass(4_000);
    expect(write(opened)).toMatchObject(refused(1));
    pass(1_000);
    expect(write(opened)).toEqual({});
    for (let n = 0; n < 20; n++)
      expect(write(sessionClosed({ accountId: me, sessionId: id }))).toEqual({});
  });

  it('counts what requests leave without a change for their account, in whatever stream', () => {
    const { write, pass } = allowanceOf();
    const noted = nothingChanged({ projectId: id, revision: 1 });
    const byKey = () => write(noted, 'a key', me);
    const answers = Array.from({ length: 10 }, () => byKey().code);
    expect(answers.slice(0, 5)).toEqual(Array(5).fill(undefined));
    expect(byKey()).toMatchObject(refused(86_400));
    // A fifth is left to the account itself.
    expect([write(noted), write(noted, somebody)]).toEqual([{}, {}]);
    for (let n = 0; n < 10; n++) write(noted);
    expect([write(noted), write(renamed)]).toMatchObject([refused(86_400), refused(86_400)]);
    pass(DAY_MS);
    expect([byKey(), write(renamed)]).toEqual([{}, {}]);
  });

  it('counts neither what others write of the account nor what is about a project', () => {
    const { write } = allowanceOf();
    for (let n = 0; n < 20; n++) {
      expect(write(renamed, somebody)).toEqual({});
      expect(write(rowRemoved({ projectId: id, tableId: id, rowId: id, before: {} }))).toEqual({});
    }
    expect(write(renamed)).toEqual({});
  });
});

/** Types of events of an account that are neither refused nor spaced. */
const unbounded = [
  // Each ends something that a bounded event began, once.
  'session-closed',
  'session-reused',
  'thread-unstarred',
  'account-unsubscribed',
  'look-ended',
  'email-released',
  'account-deleted',
  'account-retired',
  'address-erased',
  // Once for an account, or bounded by mails an hour.
  'account-registered',
  'admin-claimed',
  'password-reset-requested',
  'notifications-mailed',
  'notification-mail-failed',
  'email-proven',
  // Only administrators write these.
  'account-plan-changed',
  'admin-appointed',
  'admin-dismissed',
  'account-disabled',
  'account-enabled',
  'look-begun',
  'import-prepared',
  'import-started',
  'import-advanced',
  'import-ended',
  'clearing-begun',
  'clearing-ended',
];

it('bounds every type of event that an account can write of itself again and again', () => {
  const types = events
    .filter(({ open }) => 'accountId' in open && !('projectId' in open))
    .filter(definition => !definition.needsRoom({ accountId: me }) && !SPACED.has(definition.type))
    .map(({ type }) => type);
  expect(types.toSorted()).toEqual(unbounded.toSorted());
});
