import { me } from '@hzm/contracts/features/accounts/api';
import { useEffect } from 'react';
import { send } from '../lib/http.ts';
import { watch } from '../realtime/socket.ts';
import { know } from '../state/session.ts';
import { useSession } from '../state/use-session.ts';

/** Keeps what is known of whoever is signed in as the server has it: an administrator may change their name, plan or role at any time. */
export function useOwnAccount(): void {
  const { user: { id } } = useSession();
  useEffect(() => {
    // A failure is left to the next call: a 401 ends the session there.
    const read = (waitFor?: string | null): void => void send(me, {}, { waitFor: waitFor ?? undefined }).then(({ data }) => know(data), () => {});
    let isKnown = false;
    return watch(`user:${id}`, {
      onChanges: ({ changes, position }) => { if (changes.some(({ kind }) => kind === 'user')) read(position); },
      onStatus: (status, position) => {
        if (status !== 'live' || isKnown) return;
        isKnown = true;
        read(position);
      },
      onRefetch: read,
    });
  }, [id]);
}
