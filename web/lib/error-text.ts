import i18n, { type TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, clientProblems, type ApiError, type ClientProblem } from './api-error.ts';

const isClientProblem = (code: string): code is ClientProblem =>
  Object.hasOwn(clientProblems, code);
const RATE_LIMITED: ReadonlySet<string> = new Set([
  'RATE_LIMIT_EXCEEDED',
  'TOO_MANY_REQUESTS',
  'HTTP_429',
]);

/**
 * Returns the text of a failure for a person. The server's own text is already in their language.
 * @param wordless precedes the code of an answer without a text
 */
function textOf(t: TFunction<'common'>, thrown: unknown, wordless?: string): string {
  const error = asApiError(thrown);
  if (RATE_LIMITED.has(error.code)) return t('errors.RATE_LIMIT_EXCEEDED');
  if (isClientProblem(error.code)) return t(`errors.${error.code}`);
  if (error.message !== error.code) return error.message;
  const unknown = t('errors.UNKNOWN', { code: error.code });
  return wordless === undefined ? unknown : `${wordless}. ${unknown}`;
}

/** Returns the text of a failure outside of React. */
export const errorText = (thrown: unknown, wordless?: string): string =>
  textOf(i18n.getFixedT(null, 'common'), thrown, wordless);

/** Returns a function for texts of failures, stable until the language changes. */
export function useErrorText(): (thrown: unknown, wordless?: string) => string {
  const { t } = useTranslation('common');
  return useCallback((thrown, wordless) => textOf(t, thrown, wordless), [t]);
}

export const isUnanswered = ({ status }: Pick<ApiError, 'status'>): boolean => status === 0;

/** Returns the server's message about one member of the request, if any. */
export const detailOf = (error: ApiError, name: string): string | undefined =>
  error.details.find(({ path }) => path === name || path.endsWith(`.${name}`))?.message;
