import { useState } from 'react';
import { asApiError, type ApiError } from '../lib/api-error.ts';

/** Runs one request at a time, with its busy state and last error. */
export function useSending(): {
  readonly busy: boolean;
  readonly error: ApiError | null;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  readonly clear: () => void;
} {
  const [state, setState] = useState<{ busy: boolean; error: ApiError | null }>({
    busy: false,
    error: null,
  });
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (state.busy) return;
    setState({ busy: true, error: null });
    try {
      await work();
      setState({ busy: false, error: null });
    } catch (error) {
      setState({ busy: false, error: asApiError(error) });
    }
  };
  return { ...state, run, clear: () => setState(({ busy }) => ({ busy, error: null })) };
}
