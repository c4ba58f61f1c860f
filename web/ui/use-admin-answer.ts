import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import type { WireChange } from '@hzm/contracts/core/realtime';
import { useEffect, useEffectEvent, useState } from 'react';
import { watch } from '../realtime/socket.ts';
import { useAnswer } from './use-answer.ts';

/** Changes that come together are read together, in milliseconds. */
const GATHER_MS = 150;
const ADMIN = ['admin'];

/**
 * What a query of administrators answers, read again when a change that concerns it comes over one of the topics. While another page of the same list is on its
 * way the one before stays, and `isOld` says so.
 */
export function useAdminAnswer<C extends Call>(call: C, request: Partial<RequestOf<C>> | null, concerns: (change: WireChange) => boolean, topics: readonly string[] = ADMIN) {
  const { data, error, reload } = useAnswer(call, request);
  const [last, setLast] = useState<AnswerOf<C> | null>(null);
  if (data !== null && data !== last) setLast(data);
  const isConcerned = useEffectEvent(concerns);
  const told = topics.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (): void => { timer ??= setTimeout(() => { timer = undefined; reload(); }, GATHER_MS); };
    const stops = told.split(' ').map(topic => {
      let begun = false;
      return watch(topic, {
        onChanges: ({ changes }) => { if (changes.some(isConcerned)) again(); },
        // Nothing says what changed between the first answer and the beginning of the watch.
        onStatus: status => { if (status === 'live' && !begun) { begun = true; again(); } },
        onRefetch: again,
      });
    });
    return () => { stops.forEach(stop => stop()); clearTimeout(timer); };
  }, [reload, told]);
  return { data: data ?? (request === null ? null : last), error: data === null ? error : null, isOld: data === null, reload };
}
