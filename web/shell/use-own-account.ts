import { me } from '@hzm/contracts/features/accounts/api';
import { useEffect } from 'react';
import { send } from '../lib/http.ts';
import { watch } from '../realtime/socket.ts';
import { know } from '../state/session.ts';
import { useSession } from '../state/use-session.ts';

/** Delay of the first read, in milliseconds: data from the sign-in suffice until then. */
const LATER_MS = 3_000;

/**
 * Keeps the signed-in person's data current, because an administrator may change their name, plan
 * or role.
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
