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
  const { reload } = answer;
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);
  return answer;
}
