import type { OpenSession, ReusedSession } from '@hzm/contracts/features/accounts/account';
import {
  reusedSessionDocs,
  sessionDocs,
  type AccountDoc,
} from '@hzm/projections/features/accounts/accounts';
import type { Engine } from '@hzm/services/core/engine';
import { LIFETIME_S } from '@hzm/services/core/security/session';
import Bowser from 'bowser';
import { isOpen } from '../../access/session.ts';
import { endOfSession } from './session.ts';

const MAX_SESSIONS = 1_000;
/** Ended sessions that are listed. */
const MAX_REUSED = 20;

/**
 * Returns the browser and system of a user agent, as in `Chrome, macOS`; empty if neither is
 * recognised.
 */
export function deviceOf(agent: string): string {
  if (agent === '') return '';
  const { browser, os } = Bowser.parse(agent);
  return [browser.name, os.name].filter(Boolean).join(', ');
}

/**
 * The sessions of a person that may still be used, the last seen first. A token that is not renewed
 * ends by itself; nothing is kept of that.
 */
export async function openSessions(
  { model, usage, now }: Engine,
  account: AccountDoc,
  current: string | undefined,
): Promise<OpenSession[]> {
  const { docs } = await model.find({
    collection: sessionDocs,
    where: [{ path: 'accountId', op: 'eq', value: account.id }],
    sort: { by: 'created', descending: true },
    limit: MAX_SESSIONS,
  });
  const open = docs.filter(
    doc => isOpen(doc, account) && endOfSession(Date.parse(doc.openedAt)) > now().getTime(),
  );
  const seen = await usage.of(open.map(({ id }) => id));
  const oldest = new Date(now().getTime() - LIFETIME_S * 1000).toISOString();
  return open
    .map(({ id, openedAt, device }) => ({
      id,
      current: id === current,
      createdAt: openedAt,
      lastSeenAt: seen.get(id)?.lastUsed ?? openedAt,
      expiresAt: new Date(endOfSession(Date.parse(openedAt))).toISOString(),
      device,
    }))
    .filter(session => session.current || session.lastSeenAt > oldest)
    .map(session => ({ ...session, device: deviceOf(session.device) }))
    .toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1));
}

/**
 * The sessions of a person that ended because a token of theirs was used twice, the latest first.
 */
export async function reusedSessions(
  { model }: Engine,
  accountId: string,
): Promise<ReusedSession[]> {
  const { docs } = await model.find({
    collection: reusedSessionDocs,
    where: [{ path: 'accountId', op: 'eq', value: accountId }],
    sort: { by: 'created', descending: true },
    limit: MAX_REUSED,
  });
  return docs.map(({ id, createdAt, endedAt, device }) => ({
    id,
    createdAt,
    endedAt,
    device: deviceOf(device),
  }));
}
