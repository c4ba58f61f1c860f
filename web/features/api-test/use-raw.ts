import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { useSending } from '../../ui/use-sending.ts';
import type { RawRequest } from './request.ts';
import { heedRefusal, sendRaw, type RawAnswer } from './send-raw.ts';

/** One request at a time with its raw answer; leaving the screen cancels it. */
export function useRaw(): {
  readonly busy: boolean;
  /** Error without an answer. */
  readonly error: ApiError | null;
  readonly answer: RawAnswer | null;
  /** @param token of the own session, if it is sent; @returns undefined without an answer */
  readonly ask: (request: RawRequest, token: string | undefined) => Promise<RawAnswer | undefined>;
  readonly cancel: () => void;
} {
  const { busy, error, run } = useSending();
  const [answer, setAnswer] = useState<RawAnswer | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const ask = async (
    request: RawRequest,
    token: string | undefined,
  ): Promise<RawAnswer | undefined> => {
    let got: RawAnswer | undefined;
    await run(async () => {
      const { signal } = (controller.current = new AbortController());
      setAnswer(null);
      try {
        got = await sendRaw(request, signal);
        setAnswer(got);
        if (token !== undefined) heedRefusal(got, request.address, token);
      } catch (failure) {
        if (!signal.aborted) throw failure;
      }
    });
    return got;
  };
  return { busy, error, answer, ask, cancel: () => controller.current?.abort() };
}
