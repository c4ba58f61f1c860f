import type { TFunction } from 'i18next';
import type { ApiError} from './api-error.ts';
import { clientProblems, type ClientProblem } from './api-error.ts';

const isClientProblem = (code: string): code is ClientProblem => Object.hasOwn(clientProblems, code);
const RATE_LIMITED: ReadonlySet<string> = new Set(['RATE_LIMIT_EXCEEDED', 'TOO_MANY_REQUESTS', 'HTTP_429']);

/** What went wrong, for a person. The server's own words are already in their language. */
export function errorText(t: TFunction<'translation'>, error: ApiError): string {
  if (RATE_LIMITED.has(error.code)) return t('errors.RATE_LIMIT_EXCEEDED');
  if (isClientProblem(error.code)) return t(`errors.${error.code}`);
  return error.message === error.code ? t('errors.UNKNOWN', { code: error.code }) : error.message;
}

/** The server's word on one member of what was sent, if it had one. */
export const detailOf = (error: ApiError, name: string): string | undefined =>
  error.details.find(({ path }) => path === name || path.endsWith(`.${name}`))?.message;
