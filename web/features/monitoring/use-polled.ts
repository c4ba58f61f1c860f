import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import { useEffect } from 'react';
import { useAnswer } from '../../ui/use-answer.ts';

/** An answer that is asked for again and again while the page is visible and connected. */
export function usePolled<C extends Call>(
  call: C,
  request: Partial<RequestOf<C>> | null,
  everyMs: number | null,
): ReturnType<typeof useAnswer<C>> & { readonly data: AnswerOf<C> | null } {
  const answer = useAnswer(call, request);
  const { data, error, reload } = answer;
  useEffect(() => {
    if (everyMs === null) return undefined;
    // Another request would cancel the one under way, whose answer a slow server is still making.
    let isUnderWay = data === null && error === null;
    const timer = setInterval(() => {
      if (isUnderWay || document.hidden || !navigator.onLine) return;
      isUnderWay = true;
      reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload, data, error]);
  return answer;
}
