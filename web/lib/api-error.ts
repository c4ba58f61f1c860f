export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** What this side calls a request that got no usable answer. */
export const clientProblems = {
  OFFLINE_ERROR: 'No internet connection available',
  PARSE_ERROR: 'Invalid response format',
  TIMEOUT_ERROR: 'Request timeout - please check your connection',
  CONNECTION_ERROR: 'Unable to connect to server',
  NETWORK_ERROR: 'Network error occurred',
} as const;
export type ClientProblem = keyof typeof clientProblems;

/**
 * A refused or failed call. `status` is 0 when no answer came; `message` is the server's own text
 * for a person, in their language.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly data: unknown;
  /** How long the server asks to be left alone, in milliseconds. */
  readonly waitMs: number;
  /** The name of the call that failed. */
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

/** Any thrown thing as an ApiError. */
export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : clientError('NETWORK_ERROR');
