import { newId } from '@hzm/contracts/core/ids';
import { sameJson } from '@hzm/contracts/core/json';
import type { Look } from '@hzm/contracts/features/looks/look';
import { atom, store } from './jotai.ts';
import {
  isSession,
  shareSession,
  type Session,
  type SessionChannel,
  type SessionMessage,
} from './session-sharing.ts';
import { claimsOf } from './token-claims.ts';

/** Stored by each tab, which shares it with new ones, so that it ends with the last tab. */
const KEY = 'hzm-session';
/**
 * Marks, before any code runs, that another tab may have a session (also read by theme.js). Holds
 * nothing of the session.
 */
const SHARED_KEY = 'hzm-session-shared';
/** Time that a new tab waits for an answer, in milliseconds; a later one is accepted, too. */
const ANSWER_MS = 400;
/** Minimum age of a token for renewal by a tab, in seconds. */
const OLD_S = 8 * 60 * 60;

/**
 * Names the renewal of a session of an earlier version. Tabs agree on one name, so a renewal whose
 * answer one of them lost does not look like somebody else's.
 */
const withRenewal = (session: Session): Session => ({ renewal: newId(), ...session });

function kept(): Session | null {
  try {
    const session: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (!isSession(session)) return null;
    const named = withRenewal(session);
    sessionStorage.setItem(KEY, JSON.stringify(named));
    return named;
  } catch {
    return null;
  }
}

const held = atom<Session | null>(kept());
const looks = atom<readonly Look[]>([]);
let channel: SessionChannel | null = null;
const tell = (message: SessionMessage): void => channel?.tell(message);

/** The session; synchronous, because route guards read it. */
export const sessionAtom = atom(get => get(held));

/** Impersonations of the signed-in person, as the server last reported them. */
export const looksAtom = atom(get => get(looks));

/** The unrequested end of a session in this tab, until the next one begins. */
export interface SessionEnd {
  readonly reason: 'expired' | 'missing';
  /** Id of the person; null if a guarded page was opened without a session. */
  readonly owner: string | null;
}
const lastEnd = atom<SessionEnd | null>(null);
export const sessionEndAtom = atom(get => get(lastEnd));

/** Records that a guarded page was requested without a session. */
export const missSession = (): void =>
  store.set(lastEnd, store.get(lastEnd) ?? { reason: 'missing', owner: null });

/** @param reason of a missing session; null if the person ended it here */
function hold(given: Session | null, reason: SessionEnd['reason'] | null = null): void {
  const session = given && withRenewal(given);
  const owner = store.get(held)?.user.id ?? null;
  store.set(lastEnd, session === null && reason !== null ? { reason, owner } : null);
  if (session?.user.id !== store.get(held)?.user.id) store.set(looks, []);
  if (session === null) {
    // Everything that this tab keeps for the person goes with the session.
    sessionStorage.clear();
    localStorage.removeItem(SHARED_KEY);
  } else {
    sessionStorage.setItem(KEY, JSON.stringify(session));
    localStorage.setItem(SHARED_KEY, '1');
  }
  store.set(held, session);
}

/** Starts or ends an impersonation, in this tab only. */
export const holdHere = (session: Session): void => hold(session);

export function signIn({ token, user, credentials }: Session): void {
  const session = { token, user, credentials, renewal: newId() };
  hold(session);
  tell({ type: 'session', session });
}

/** Ends the session in every tab of this browser; the guards then redirect to the sign-in page. */
export function signOut(): void {
  hold(null);
  tell({ type: 'signed-out' });
}

/** Drops a session that the server has ended. A tab with a newer token returns it. */
function end(token: string): void {
  hold(null, 'expired');
  tell({ type: 'refused', token });
}

/** Handles a refused token: renews an expired one if possible, else ends the session. */
export function expire(token: string, code?: string): void {
  const session = store.get(held);
  if (session?.token !== token) return;
  if (session.look) return hold(session.look.own);
  if (code === 'TOKEN_EXPIRED') void renew(token);
  else end(token);
}

/** Applies the server's current data of the signed-in person. */
export function know({
  user,
  credentials,
  looks: known,
}: Pick<Session, 'user' | 'credentials'> & { readonly looks: readonly Look[] }): void {
  const session = store.get(held);
  if (session?.user.id !== user.id) return;
  if (!sameJson([session.user, session.credentials], [user, credentials]))
    hold({ ...session, user, credentials });
  store.set(looks, known);
}

/**
 * Requests the session of other tabs. Resolves when a different one is held, or after a timeout.
 */
export async function askTabs(): Promise<void> {
  tell({ type: 'ask' });
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ANSWER_MS);
    const stop = store.sub(held, () => {
      stop();
      clearTimeout(timer);
      resolve();
    });
  });
}

let renewing: Promise<void> | undefined;

/**
 * Replaces the token by another tab's, else by the server's next one. A superseded token is sent,
 * too, so that the server ends a session renewed elsewhere. Without an answer nothing changes; a
 * retry is the same request and gets the lost answer.
 */
export const renew = (token: string): Promise<void> =>
  (renewing ??= renewOnce(token)
    .catch(() => {})
    .finally(() => {
      renewing = undefined;
    }));

async function renewOnce(token: string): Promise<void> {
  await askTabs();
  const session = store.get(held);
  if (session?.token !== token) return;
  const { nextToken } = await import('./next-token.ts');
  const next = await nextToken(session);
  if (store.get(held)?.token !== token) return;
  if (next === null) end(token);
  else if (next !== undefined) signIn({ ...session, token: next });
}

/** Waits for a pending renewal. @returns whether another token is held now */
export async function isReplaced(token: string): Promise<boolean> {
  await renewing;
  const now = store.get(held)?.token;
  return now !== undefined && now !== token;
}

/** Whether another tab may have renewed the token since it was issued. */
const isOld = (token: string): boolean => {
  const { iat } = claimsOf(token) ?? {};
  return typeof iat === 'number' && Date.now() / 1000 - iat > OLD_S;
};

/**
 * Joins the other tabs of this browser, once, before the first guard runs. A tab without a session,
 * or with a token that may be renewed, waits for their answer if there may be one.
 */
export async function joinTabs(): Promise<void> {
  const broadcast = new BroadcastChannel(KEY);
  channel = {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    tell: message => broadcast.postMessage(message),
    hear: listener => broadcast.addEventListener('message', ({ data }) => listener(data)),
  };
  shareSession(channel, { session: () => store.get(held), take: hold });
  const mine = store.get(held);
  if (mine !== null) localStorage.setItem(SHARED_KEY, '1');
  if (mine === null ? localStorage.getItem(SHARED_KEY) === null : !isOld(mine.token)) return;
  await askTabs();
  if (store.get(held) === null) localStorage.removeItem(SHARED_KEY);
}
