/**
 * Every way the server says no. The HTTP status belongs to the code; the text for a person is in
 * `problems.{tr,en}.json`.
 */
export const problemStatus = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  MISSING_HEADERS: 401,
  FORBIDDEN: 403,
  ACCOUNT_DISABLED: 403,
  KEY_SCOPE: 403,
  API_ACCESS_DISABLED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  PLAN_LIMIT: 403,
  PROTECTION_REQUIRED: 403,
  PROTECTION_INVALID: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  INVALID_TRANSITION: 409,
  NAME_TAKEN: 409,
  EMAIL_TAKEN: 409,
  PARENT_PROTECTED: 409,
  VERSION_MISMATCH: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  EVENT_DAMAGED: 500,
  NOT_READY: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** A text of `problems.{tr,en}.json` and what goes into its braces. */
export interface Text {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface ProblemDetail {
  readonly path: string;
  readonly message: Text;
}

const MAX_DETAILS = 100;

/** All that is wrong: the first hundred are kept, the others only counted. */
export class Details {
  readonly #kept: ProblemDetail[] = [];
  #length = 0;

  /** How much is wrong in all. */
  get length(): number {
    return this.#length;
  }

  push(detail: ProblemDetail): void {
    if (this.#length++ < MAX_DETAILS) this.#kept.push(detail);
  }

  /** What was found wrong with a part, where that part stands. */
  include(part: Details, pathOf: (path: string) => string): void {
    for (const { path, message } of part.#kept.slice(0, Math.max(0, MAX_DETAILS - this.#length)))
      this.#kept.push({ path: pathOf(path), message });
    this.#length += part.length;
  }

  /** At most a hundred; where there are more, the last one says how many. */
  get list(): readonly ProblemDetail[] {
    if (this.#length <= MAX_DETAILS) return this.#kept;
    return [
      ...this.#kept.slice(0, MAX_DETAILS - 1),
      {
        path: '',
        message: { key: 'more-details', values: { count: this.#length - MAX_DETAILS + 1 } },
      },
    ];
  }
}

function detailsOf(given: readonly ProblemDetail[] | Details): Details {
  if (given instanceof Details) return given;
  const details = new Details();
  for (const detail of given) details.push(detail);
  return details;
}

/**
 * A refusal with its reason, as every layer passes it on. `text` defaults to the code's own text;
 * `data` is what a caller needs to go on (a 412 carries `current`); `retryAfter` is in seconds.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly text: Text;
  /** All that was found. */
  readonly found: Details | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;
  /** The methods that a path takes. */
  readonly allow: readonly string[] | undefined;

  constructor(
    code: ProblemCode,
    more: {
      text?: string | Text;
      details?: readonly ProblemDetail[] | Details;
      data?: unknown;
      retryAfter?: number;
      allow?: readonly string[];
    } = {},
  ) {
    super(code);
    this.code = code;
    this.text =
      more.text === undefined
        ? { key: code }
        : typeof more.text === 'string'
          ? { key: more.text }
          : more.text;
    this.found = more.details && detailsOf(more.details);
    this.data = more.data;
    this.retryAfter = more.retryAfter;
    this.allow = more.allow;
  }

  /** The details as they are sent. */
  get details(): readonly ProblemDetail[] | undefined {
    return this.found?.list;
  }
}
