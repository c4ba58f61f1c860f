import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import type { WireChange } from '@hzm/contracts/core/realtime';
import { useEffect, useEffectEvent, useState } from 'react';
import { watch } from '../realtime/socket.ts';
import { useAnswer } from './use-answer.ts';

/** Changes that come together are read together, in milliseconds. */
const GATHER_MS = 150;
const ADMIN = ['admin'];

/**
 * What a query of administrators answers, read again when a change that concerns it comes over one
 * of the topics. While another page of the same list is on its
 * way the one before stays, and `isOld` says so.
 */
export function useAdminAnswer<C extends Call>(
  call: C,
  request: Partial<RequestOf<C>> | null,
  concerns: (change: WireChange) => boolean,
  topics: readonly string[] = ADMIN,
) {
  const { data, error, position, reload, reloadFrom } = useAnswer(call, request);
  const [last, setLast] = useState<AnswerOf<C> | null>(null);
  if (data !== null && data !== last) setLast(data);
  /**
   * The position that an answer must have seen: where the watches begin, and then the last change
   * that concerns it.
   */
  const [least, setLeast] = useState('');
  const isConcerned = useEffectEvent(concerns);
  const told = topics.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let newest = '';
    const see = (at: string): void => {
      if (at > newest) newest = at;
      timer ??= setTimeout(() => {
        timer = undefined;
        setLeast(newest);
      }, GATHER_MS);
    };
    const stops = told.split(' ').map(topic => {
      let begun = false;
      return watch(topic, {
        onChanges: ({ changes, position: at }) => {
          if (changes.some(isConcerned)) see(at);
        },
        // Nothing says what changed between an older answer and the beginning of the watch.
        onStatus: (status, at) => {
          if (status === 'live' && !begun) {
            begun = true;
            see(at ?? '');
          }
        },
        onRefetch: () => {
          // Positions may have begun again, in a log that was put back.
          newest = '';
          setLeast('');
          reload();
        },
      });
    });
    return () => {
      stops.forEach(stop => stop());
      clearTimeout(timer);
    };
  }, [reload, told]);
  // An answer that is on its way is compared when it is here.
  useEffect(() => {
    if (position !== null && position < least) reloadFrom(least);
  }, [position, least, reloadFrom]);
  return {
    data: data ?? (request === null ? null : last),
    error: data === null ? error : null,
    isOld: data === null,
    reload,
  };
}
