import { useEffect, useState } from 'react';
import { asApiError, type ApiError } from '../lib/api-error.ts';

type Phase = 'idle' | 'running' | 'success' | 'error';

/** Duration of the success and error states, in milliseconds. */
const TOLD_MS = 3_000;

/** A long, cancellable task: its phase, bytes transferred, and last error. */
export function useTransfer() {
  const [{ phase, bytes, error, ending }, setState] = useState<{
    phase: Phase;
    bytes: number;
    error: ApiError | null;
    ending: AbortController | null;
  }>({ phase: 'idle', bytes: 0, error: null, ending: null });
  useEffect(() => {
    if (phase !== 'success' && phase !== 'error') return undefined;
    const timer = setTimeout(() => setState(state => ({ ...state, phase: 'idle' })), TOLD_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  // Cancels the task when its screen is left.
  useEffect(() => () => ending?.abort(), [ending]);
  const run = async (
    work: (way: { signal: AbortSignal; onBytes: (bytes: number) => void }) => Promise<void>,
  ): Promise<void> => {
    const controller = new AbortController();
    setState({ phase: 'running', bytes: 0, error: null, ending: controller });
    try {
      await work({
        signal: controller.signal,
        onBytes: next => setState(state => ({ ...state, bytes: next })),
      });
      setState(state => ({ ...state, phase: 'success', ending: null }));
    } catch (failure) {
      setState(state => ({
        ...state,
        ending: null,
        ...(controller.signal.aborted
          ? { phase: 'idle' }
          : { phase: 'error', error: asApiError(failure) }),
      }));
    }
  };
  return { phase, bytes, error, run, cancel: () => ending?.abort() };
}

export type Transfer = ReturnType<typeof useTransfer>;
