import {
  sessionClosed,
  sessionOpened,
  sessionRenewed,
  sessionReused,
} from '@hzm/contracts/features/accounts/events';
import { describe, expect, it } from 'vitest';
import { endOfToken, GRACE_MS } from '../../access/session.ts';
import { given } from '../../testing/given.ts';
import { closeSession, openSession, renewSession, session, type SessionState } from './session.ts';

const opened = sessionOpened({ accountId: 'a', sessionId: 's', device: 'Firefox' });
const closed = sessionClosed({ accountId: 'a', sessionId: 's' });

describe('a session', () => {
  it('opens', () =>
    given(session)
      .when(openSession('a', 's', 'Firefox'))
      .leadsTo(opened));
  it('closes', () => given(session, opened).when(closeSession('a', 's')).leadsTo(closed));
  it('never opens again', () =>
    given(session, opened, closed)
      .when(openSession('a', 's', 'Firefox'))
      .leadsTo());
  it('need not be open to be closed', () => given(session).when(closeSession('a', 's')).leadsTo());
});

const DAY_MS = 86_400_000;
const OPENED = Date.parse('2026-01-01T00:00:00.000Z');
const RENEWED = OPENED + DAY_MS;
const state: SessionState = {
  kind: 'open',
  openedAt: OPENED,
  device: 'Firefox',
  generation: 3,
  renewedAt: RENEWED,
};
const renew = (generation: number, now: number, of = state) =>
  renewSession('a', 's', generation, now)(of);
const reused = [
  sessionReused({
    accountId: 'a',
    sessionId: 's',
    device: 'Firefox',
    openedAt: new Date(OPENED).toISOString(),
  }),
];

describe('a renewal', () => {
  it('lets the next generation follow the current one', () =>
    expect(renew(3, RENEWED + GRACE_MS)).toEqual([
      sessionRenewed({ accountId: 'a', sessionId: 's', generation: 4 }),
    ]));
  it('changes nothing right after another one, by whichever of both tokens', () =>
    expect([renew(3, RENEWED + GRACE_MS - 1), renew(2, RENEWED + GRACE_MS - 1)]).toEqual([[], []]));
  it('with the token before ends the session once the grace is over', () =>
    expect(renew(2, RENEWED + GRACE_MS)).toEqual(reused));
  it('with an older token ends the session at once', () =>
    expect(renew(1, RENEWED + 1)).toEqual(reused));
  it('is refused when the session is 30 days old, and when it is over', () => {
    expect([
      renew(3, OPENED + 30 * DAY_MS),
      renew(3, RENEWED, { ...state, kind: 'closed' }),
    ]).toMatchObject([{ code: 'TOKEN_EXPIRED' }, { code: 'UNAUTHORIZED' }]);
  });
});

it('a token counts to its own end, or to the end of the grace once its successor was made', () => {
  const end = (RENEWED + DAY_MS) / 1000;
  const doc = { generation: 3, renewedAt: new Date(RENEWED).toISOString() };
  expect([4, 3, 2, 1].map(generation => endOfToken({ generation, end }, doc))).toEqual([
    end,
    end,
    (RENEWED + GRACE_MS) / 1000,
    0,
  ]);
  expect(endOfToken({ generation: 0, end }, { generation: 0, renewedAt: null })).toBe(end);
});
