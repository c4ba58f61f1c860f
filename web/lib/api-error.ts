export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** Client-side codes of a request without a usable answer. */
export const clientProblems = {
  OFFLINE_ERROR: 'No internet connection available',
  PARSE_ERROR: 'Invalid response format',
  TIMEOUT_ERROR: 'Request timeout - please check your connection',
  CONNECTION_ERROR: 'Unable to connect to server',
  NETWORK_ERROR: 'Network error occurred',
} as const;
export type ClientProblem = keyof typeof clientProblems;

/**
 * A refused or failed call. `status` is 0 without an answer; `message` is the server's text in the
 * person's language.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly data: unknown;
  /** Retry-After of the server, in milliseconds. */
  readonly waitMs: number;
  call: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    details: readonly ErrorDetail[] = [],
    data?: unknown,
    waitMs = 0,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.data = data;
    this.waitMs = waitMs;
  }
}

export const clientError = (code: ClientProblem): ApiError =>
  new ApiError(0, code, clientProblems[code]);

/** Converts any thrown value to an ApiError. */
export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : clientError('NETWORK_ERROR');
