import type { ApiError } from '../../lib/api-error.ts';
import { detailOf } from '../../lib/error-text.ts';

/** Whether a mailed link is used, replaced, expired or invalid. */
export const isGoneLink = (error: ApiError): boolean =>
  error.status === 404 || detailOf(error, 'token') !== undefined;
