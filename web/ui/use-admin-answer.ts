import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import type { WireChange } from '@hzm/contracts/core/realtime';
import { useEffect, useEffectEvent, useState } from 'react';
import { watch } from '../realtime/socket.ts';
import { useAnswer } from './use-answer.ts';

/** Interval in which changes are batched into one read, in milliseconds. */
const GATHER_MS = 150;
const ADMIN = ['admin'];

/**
 * The answer of an administrators' query, read again when a relevant change arrives on one of the
 * topics. While another page of the list loads, the previous one stays and `isOld` is set.
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
   * The position that the answer must include: the start of the watches, then the last relevant
   * change.
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
        // Changes between an older answer and the start of the watch are not sent.
        onStatus: (status, at) => {
          if (status === 'live' && !begun) {
            begun = true;
            see(at ?? '');
          }
        },
        onRefetch: () => {
          // Positions may have restarted with a restored log.
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
  // A pending answer is compared when it arrives.
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
