import { me } from '@hzm/contracts/features/accounts/api';
import { useEffect } from 'react';
import { send } from '../lib/http.ts';
import { watch } from '../realtime/socket.ts';
import { know } from '../state/session.ts';
import { useSession } from '../state/use-session.ts';

/** What came with the session is good enough for the first screen, in milliseconds. */
const LATER_MS = 3_000;

/**
 * Keeps what is known of whoever is signed in as the server has it: an administrator may change
 * their name, plan or role at any time.
 */
export function useOwnAccount(): void {
  const {
    user: { id },
  } = useSession();
  useEffect(() => {
    // A failure is left to the next call: a 401 ends the session there.
    const read = (waitFor?: string | null): void =>
      void send(me, {}, { waitFor: waitFor ?? undefined }).then(
        ({ data }) => know(data),
        () => {},
      );
    let later: ReturnType<typeof setTimeout> | undefined;
    const stop = watch(`user:${id}`, {
      onChanges: ({ changes, position }) => {
        if (changes.some(({ kind }) => kind === 'user' || kind === 'look')) read(position);
      },
      onStatus: (status, position) => {
        if (status === 'live') later ??= setTimeout(() => read(position), LATER_MS);
      },
      onRefetch: read,
    });
    return () => {
      stop();
      clearTimeout(later);
    };
  }, [id]);
}
