import i18n, { type TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, clientProblems, type ApiError, type ClientProblem } from './api-error.ts';

const isClientProblem = (code: string): code is ClientProblem => Object.hasOwn(clientProblems, code);
const RATE_LIMITED: ReadonlySet<string> = new Set(['RATE_LIMIT_EXCEEDED', 'TOO_MANY_REQUESTS', 'HTTP_429']);

/** Returns the text of a failure for a person. The server's own words are already in their language. */
function textOf(t: TFunction<'common'>, thrown: unknown): string {
  const error = asApiError(thrown);
  if (RATE_LIMITED.has(error.code)) return t('errors.RATE_LIMIT_EXCEEDED');
  if (isClientProblem(error.code)) return t(`errors.${error.code}`);
  return error.message === error.code ? t('errors.UNKNOWN', { code: error.code }) : error.message;
}

/** Returns the text of a failure outside of React. */
export const errorText = (thrown: unknown): string => textOf(i18n.getFixedT(null, 'common'), thrown);

/** Returns the function that gives a failure's text, the same as long as the language is. */
export function useErrorText(): (thrown: unknown) => string {
  const { t } = useTranslation('common');
  return useCallback(thrown => textOf(t, thrown), [t]);
}

/** Returns what the server said about one member of the request, if anything. */
export const detailOf = (error: ApiError, name: string): string | undefined =>
  error.details.find(({ path }) => path === name || path.endsWith(`.${name}`))?.message;
