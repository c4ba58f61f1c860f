import type { AnswerOf } from '@hzm/contracts/core/call';
import type { User } from '@hzm/contracts/features/accounts/account';
import type { login } from '@hzm/contracts/features/accounts/api';
import { isSibling, isSuperseded } from './token-claims.ts';

/** Who is signed in, and how the server knows them. */
export interface Session {
  readonly token: string;
  readonly user: User;
  readonly credentials: AnswerOf<typeof login>['credentials'];
  /**
   * The request id of this token's renewal, in all tabs; absent in a session of an earlier version.
   */
  readonly renewal?: string;
  /**
   * There when an administrator looks as `user`, in this tab alone: until when, and the session
   * they come back to.
   */
  readonly look?: { readonly id: string; readonly until: string; readonly own: Session };
}

/** What the tabs of one browser tell each other about who is signed in. */
export type SessionMessage =
  | { readonly type: 'ask' }
  | { readonly type: 'session'; readonly session: Session }
  /** The server refuses this token. A tab that has another one answers with it. */
  | { readonly type: 'refused'; readonly token: string }
  | { readonly type: 'signed-out' };

/** The way from a tab to all others. */
export interface SessionChannel {
  readonly tell: (message: SessionMessage) => void;
  readonly hear: (listener: (message: unknown) => void) => void;
}

interface Tab {
  readonly session: () => Session | null;
  /** Holds what another tab says, in this tab alone. */
  readonly take: (session: Session | null, reason?: 'expired' | 'missing') => void;
}

/**
 * Whether something has the form of a session: another tab may run another version of the
 * application, and what is stored may be of one.
 */
export function isSession(value: unknown): value is Session {
  const { token, user, credentials } = (value ?? {}) as Partial<Session>;
  return (
    typeof token === 'string' &&
    typeof user?.id === 'string' &&
    typeof credentials?.email === 'string'
  );
}

/** The session of whoever sits here. */
const ownOf = (session: Session | null): Session | null => session?.look?.own ?? session;

/**
 * Makes a tab one of those that share a session: it answers those that ask, and takes what they
 * say. Tells at once what it has.
 */
export function shareSession(channel: SessionChannel, { session, take }: Tab): void {
  const tell = (): void => {
    const mine = ownOf(session());
    if (mine !== null) channel.tell({ type: 'session', session: mine });
  };
  channel.hear(said => {
    const message = said as SessionMessage;
    const held = session();
    const mine = ownOf(held);
    switch (message?.type) {
      case 'ask':
        return tell();
      case 'session':
        // Who looks as somebody comes back first.
        if (held?.look || !isSession(message.session)) return;
        if (message.session.token === mine?.token) {
          // Two tabs that renewed within a second got one token; they renew it by one request, too.
          if ((message.session.renewal ?? '~') < (mine.renewal ?? '~')) take(message.session);
          return;
        }
        // A tab that slept comes back with a token that was renewed since.
        if (mine !== null && isSuperseded(message.session.token, mine.token)) return tell();
        // Two tabs that renewed at once keep the same one, with the same request for the next
        // renewal.
        if (
          mine !== null &&
          isSibling(mine.token, message.session.token) &&
          message.session.token < mine.token
        )
          return;
        return take(message.session);
      case 'refused':
        if (mine === null) return;
        if (mine.token === message.token || isSuperseded(mine.token, message.token))
          take(null, 'expired');
        else tell();
        return;
      case 'signed-out':
        if (mine !== null) take(null, 'missing');
    }
  });
  tell();
}
