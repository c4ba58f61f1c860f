import type { Language } from './language.ts';
/** The HTTP status of each problem code. The texts for people are in `problems.{tr,en}.json`. */
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

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

/** A text of `problems.{tr,en}.json` and the values of its placeholders. */
export interface Text {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number | Bilingual>>;
}

export interface ProblemDetail {
  readonly path: string;
  readonly message: Text;
}

const MAX_DETAILS = 100;

/** All details of a problem: the first hundred are stored, the others only counted. */
export class Details {
  readonly #kept: ProblemDetail[] = [];
  #length = 0;

  /** The number of details, including those not stored. */
  get length(): number {
    return this.#length;
  }

  push(detail: ProblemDetail): void {
    if (this.#length++ < MAX_DETAILS) this.#kept.push(detail);
  }

  /** Adds the details of a part under the path of that part. */
  include(part: Details, pathOf: (path: string) => string): void {
    for (const { path, message } of part.#kept.slice(0, Math.max(0, MAX_DETAILS - this.#length)))
      this.#kept.push({ path: pathOf(path), message });
    this.#length += part.length;
  }

  /** At most a hundred details; if there are more, the last one says how many. */
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
 * A refusal with its reason. `text` defaults to the code's own text; `data` helps the caller to
 * recover (a 412 carries `current`); `retryAfter` is in seconds.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly text: Text;
  readonly found: Details | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;
  /** The methods that the path accepts, for a 405. */
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

  get details(): readonly ProblemDetail[] | undefined {
    return this.found?.list;
  }
}
