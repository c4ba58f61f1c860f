import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import type { WireChange } from '@hzm/contracts/core/realtime';
import { useEffect, useEffectEvent, useState } from 'react';
import { watch } from '../realtime/socket.ts';
import { useAnswer } from './use-answer.ts';

/** Changes that come together are read together, in milliseconds. */
const GATHER_MS = 150;

/**
 * What a query of administrators answers, read again when a change that concerns it comes over the topic `admin`. While another page of the same list is on its
 * way the one before stays, and `isOld` says so.
 */
export function useAdminAnswer<C extends Call>(call: C, request: Partial<RequestOf<C>> | null, concerns: (change: WireChange) => boolean) {
  const { data, error, reload } = useAnswer(call, request);
  const [last, setLast] = useState<AnswerOf<C> | null>(null);
  if (data !== null && data !== last) setLast(data);
  const isConcerned = useEffectEvent(concerns);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (): void => { timer ??= setTimeout(() => { timer = undefined; reload(); }, GATHER_MS); };
    let begun = false;
    const stop = watch('admin', {
      onChanges: ({ changes }) => { if (changes.some(isConcerned)) again(); },
      // Nothing says what changed between the first answer and the beginning of the watch.
      onStatus: status => { if (status === 'live' && !begun) { begun = true; again(); } },
      onRefetch: again,
    });
    return () => { stop(); clearTimeout(timer); };
  }, [reload]);
  return { data: data ?? (request === null ? null : last), error: data === null ? error : null, isOld: data === null, reload };
}
