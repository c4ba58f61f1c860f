import type { JsonObject } from '@hzm/contracts/core/json';
import { problemStatus, type ProblemCode } from '@hzm/contracts/core/problem';
import { say } from '@hzm/services/core/say';

const codes = {
  read: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'KEY_SCOPE', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED'],
  write: [
    'VALIDATION_ERROR',
    'MISSING_HEADERS',
    'KEY_SCOPE',
    'NOT_FOUND',
    'CONFLICT',
    'VERSION_MISMATCH',
    'RATE_LIMIT_EXCEEDED',
  ],
} as const satisfies Readonly<Record<string, readonly ProblemCode[]>>;

/** The refusals of calls that read or write rows, each with an example. */
export const refusals = (kind: keyof typeof codes): JsonObject =>
  Object.fromEntries(
    codes[kind].map(code => [
      String(problemStatus[code]),
      {
        description: say('en', { key: code }),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Failure' },
            example: { success: false, error: say('en', { key: code }), code, requestId: 'r-1' },
          },
        },
      },
    ]),
  );
