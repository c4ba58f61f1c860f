import type { AnswerOf } from '@hzm/contracts/core/call';
import type { User } from '@hzm/contracts/features/accounts/account';
import type { login } from '@hzm/contracts/features/accounts/api';
import { isSibling, isSuperseded } from './token-claims.ts';

export interface Session {
  readonly token: string;
  readonly user: User;
  readonly credentials: AnswerOf<typeof login>['credentials'];
  /**
   * Request id of this token's next renewal, shared by all tabs; absent in sessions of an earlier
   * version.
   */
  readonly renewal?: string;
  /**
   * Present during impersonation of `user`, in this tab only: its end and the session to return to.
   */
  readonly look?: { readonly id: string; readonly until: string; readonly own: Session };
}

/** Messages between the tabs of one browser about the session. */
export type SessionMessage =
  | { readonly type: 'ask' }
  | { readonly type: 'session'; readonly session: Session }
  /** The server refuses this token. A tab with another one answers with it. */
  | { readonly type: 'refused'; readonly token: string }
  | { readonly type: 'signed-out' };

/** Broadcast channel from a tab to all others. */
export interface SessionChannel {
  readonly tell: (message: SessionMessage) => void;
  readonly hear: (listener: (message: unknown) => void) => void;
}

interface Tab {
  readonly session: () => Session | null;
  /** Stores another tab's session, in this tab only. */
  readonly take: (session: Session | null, reason?: 'expired' | 'missing') => void;
}

/**
 * Whether a value has the form of a session: another tab, or the storage, may be of another
 * version.
 */
export function isSession(value: unknown): value is Session {
  const { token, user, credentials } = (value ?? {}) as Partial<Session>;
  return (
    typeof token === 'string' &&
    typeof user?.id === 'string' &&
    typeof credentials?.email === 'string'
  );
}

/** The person's own session, also during impersonation. */
const ownOf = (session: Session | null): Session | null => session?.look?.own ?? session;

/**
 * Joins a tab to those that share a session: answers requests, applies messages, and sends its
 * session at once.
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
        // Impersonation must end first.
        if (held?.look || !isSession(message.session)) return;
        if (message.session.token === mine?.token) {
          // Tabs that renewed within a second got one token; they also share its next renewal id.
          if ((message.session.renewal ?? '~') < (mine.renewal ?? '~')) take(message.session);
          else if (message.session.renewal !== mine.renewal) tell();
          return;
        }
        // A tab that wakes up may hold a superseded token.
        if (mine !== null && isSuperseded(message.session.token, mine.token)) return tell();
        // Tabs that renewed at once settle on the same token and renewal id.
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
