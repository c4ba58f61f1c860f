import { newId } from '@hzm/contracts/core/ids';
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

/** Kept by each tab, which gives it to a new one that asks: it is gone with the last of them. */
const KEY = 'hzm-session';
/**
 * Says to new tabs, before anything runs, that there may be one that knows (also read by theme.js).
 * Holds nothing of the session.
 */
const SHARED_KEY = 'hzm-session-shared';
/** How long a new tab waits for an answer, in milliseconds; a later one is taken, too. */
const ANSWER_MS = 400;
/** Tabs renew a token no earlier, in seconds. */
const OLD_S = 8 * 60 * 60;

function kept(): Session | null {
  try {
    const session: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isSession(session) ? session : null;
  } catch {
    return null;
  }
}

const held = atom<Session | null>(kept());
const looks = atom<readonly Look[]>([]);
let channel: SessionChannel | null = null;
const tell = (message: SessionMessage): void => channel?.tell(message);

/** Who is signed in; synchronous, since route guards ask it. */
export const sessionAtom = atom(get => get(held));

/** Who looks as whoever is signed in, as far as the server said. */
export const looksAtom = atom(get => get(looks));

/** The end of a session that its person did not ask for in this tab, until the next one begins. */
export interface SessionEnd {
  readonly reason: 'expired' | 'missing';
  /** The person's id; null where a guarded page was opened without a session. */
  readonly owner: string | null;
}
const lastEnd = atom<SessionEnd | null>(null);
export const sessionEndAtom = atom(get => get(lastEnd));

/** Remembers that a guarded page was asked for without a session. */
export const missSession = (): void =>
  store.set(lastEnd, store.get(lastEnd) ?? { reason: 'missing', owner: null });

/** @param reason why there is none any more; null: its person ended it here */
function hold(session: Session | null, reason: SessionEnd['reason'] | null = null): void {
  const owner = store.get(held)?.user.id ?? null;
  store.set(lastEnd, session === null && reason !== null ? { reason, owner } : null);
  if (session?.user.id !== store.get(held)?.user.id) store.set(looks, []);
  if (session === null) {
    sessionStorage.removeItem(KEY);
    localStorage.removeItem(SHARED_KEY);
  } else {
    sessionStorage.setItem(KEY, JSON.stringify(session));
    localStorage.setItem(SHARED_KEY, '1');
  }
  store.set(held, session);
}

/** Looks as somebody, or comes back, in this tab alone. */
export const holdHere = (session: Session): void => hold(session);

/** Signs in, in every tab of this browser. */
export function signIn({ token, user, credentials }: Session): void {
  const session = { token, user, credentials, renewal: newId() };
  hold(session);
  tell({ type: 'session', session });
}

/**
 * Puts the session away, in every tab of this browser; the guards then lead to the sign-in page.
 */
export function signOut(): void {
  hold(null);
  tell({ type: 'signed-out' });
}

/**
 * Puts a session away that the server has ended. A tab that has been given a newer token gives it
 * back.
 */
function end(token: string): void {
  hold(null, 'expired');
  tell({ type: 'refused', token });
}

/**
 * Handles the refusal of a token: one that ended is renewed if it can be, any other ends the
 * session.
 */
export function expire(token: string, code?: string): void {
  const session = store.get(held);
  if (session?.token !== token) return;
  if (session.look) return hold(session.look.own);
  if (code === 'TOKEN_EXPIRED') void renew(token);
  else end(token);
}

/** What the server says by now of whoever is signed in. */
export function know({
  user,
  credentials,
  looks: known,
}: Pick<Session, 'user' | 'credentials'> & { readonly looks: readonly Look[] }): void {
  const session = store.get(held);
  if (session?.user.id !== user.id) return;
  if (JSON.stringify([session.user, session.credentials]) !== JSON.stringify([user, credentials]))
    hold({ ...session, user, credentials });
  store.set(looks, known);
}

/**
 * Asks the other tabs for their session. Resolves when another one than before is held, or when
 * none came in time.
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
 * Replaces the held token by the one of another tab, or else by the server's next one. A superseded
 * token is sent there, too: the server ends its session if somebody else has renewed it. Without an
 * answer nothing changes; the next attempt is the same request, so it gets the lost answer.
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

/**
 * Waits for a renewal that is under way. Resolves to whether another token than this one is held.
 */
export async function isReplaced(token: string): Promise<boolean> {
  await renewing;
  const now = store.get(held)?.token;
  return now !== undefined && now !== token;
}

/** Whether another tab may have renewed a token since this one was given it. */
const isOld = (token: string): boolean => {
  const { iat } = claimsOf(token) ?? {};
  return typeof iat === 'number' && Date.now() / 1000 - iat > OLD_S;
};

/**
 * Begins to share the session with the other tabs of this browser. A tab that has none asks them,
 * and waits for the answer where there may be
 * one, as does a tab whose token may have been renewed while it slept. Call it once, before the
 * first guard asks.
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
