import * as api from '@hzm/contracts/features/math/api';
import type { Category } from '@hzm/contracts/features/math/catalogue';
import { useEffect, useState } from 'react';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import type { Given } from './model/inputs.ts';

export type Precise = string | readonly string[] | readonly (readonly string[])[];
export interface Calculated {
  readonly precise: Readonly<Record<string, Precise>>;
  readonly isSingular: boolean;
  readonly steps: readonly string[];
}

export type CalculationState =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly data: Calculated }
  | { readonly status: 'error'; readonly error: ApiError };

const NONE: CalculationState = { status: 'none' };

async function calculate(category: Category, operation: string, given: Given, signal: AbortSignal) {
  if (category === 'statistics')
    return (await send(api.calculateStatistics, { body: { operation, ...given } }, { signal }))
      .data;
  const call = category === 'finance' ? api.calculateFinance : api.calculateScience;
  return (await send(call, { body: { operation, data: given } }, { signal })).data;
}

/** Calculates the inputs of the address, and again when they change. */
export function useCalculation(
  category: Category,
  operation: string,
  given: Given | undefined,
): CalculationState & { readonly retry: () => void } {
  const [known, setKnown] = useState<{ key: string; state: CalculationState }>();
  const [round, setRound] = useState(0);
  const language = useLanguage();
  const text = given && JSON.stringify(given);
  const key = JSON.stringify([category, operation, text, language, round]);
  useEffect(() => {
    if (text === undefined) return undefined;
    const left = new AbortController();
    const show = (state: CalculationState): void => {
      if (!left.signal.aborted) setKnown({ key, state });
    };
    calculate(category, operation, JSON.parse(text) as Given, left.signal).then(
      ({ precise, result, steps }) => {
        const isUnnamed = typeof precise === 'string' || Array.isArray(precise);
        show({
          status: 'ready',
          data: {
            precise: isUnnamed ? { result: precise } : precise,
            isSingular:
              typeof result === 'object' && 'isSingular' in result && result.isSingular === true,
            steps,
          },
        });
      },
      (failure: unknown) => show({ status: 'error', error: asApiError(failure) }),
    );
    return () => left.abort();
  }, [category, operation, text, key]);
  const state =
    text === undefined ? NONE : known?.key === key ? known.state : { status: 'loading' as const };
  return { ...state, retry: () => setRound(before => before + 1) };
}
