import type { Status } from '@hzm/contracts/core/status';
import * as api from '@hzm/contracts/features/status/api';
import { useCallback, useEffect, useState } from 'react';
import { asApiError, type ApiError } from '../lib/api-error.ts';
import { send } from '../lib/http.ts';
import { watch } from '../realtime/socket.ts';
import { onStatus } from '../realtime/status.ts';

interface Held {
  readonly status: Status | null;
  readonly error: ApiError | null;
  /** Time of the last status by this machine's clock, in milliseconds. */
  readonly heardAt: number;
}

/** Age from which a status counts as old, and the interval of the check, in milliseconds. */
const OLD_MS = 4_000;
const LOOK_MS = 1_000;

/** The system status: read once, then followed. `isOld` if none has arrived for a while. */
export function useStatus() {
  const [{ status, error, heardAt }, setHeld] = useState<Held>({
    status: null,
    error: null,
    heardAt: 0,
  });
  const [now, setNow] = useState(Date.now);
  const reload = useCallback((): void => {
    send(api.status).then(
      ({ data }) => setHeld({ status: data, error: null, heardAt: Date.now() }),
      (failure: unknown) => setHeld(held => ({ ...held, error: asApiError(failure) })),
    );
  }, []);
  useEffect(() => {
    reload();
    const stopHearing = onStatus(next =>
      setHeld({ status: next, error: null, heardAt: Date.now() }),
    );
    const stopWatching = watch('admin', { onChanges: () => undefined, onRefetch: reload });
    const clock = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => {
      stopHearing();
      stopWatching();
      clearInterval(clock);
    };
  }, [reload]);
  const silence = Math.max(0, now - heardAt);
  return { status, error, reload, isOld: status !== null && silence > OLD_MS, silence };
}
