import type { Language } from '@hzm/contracts/core/language';
import { Details, Problem, type Text } from '@hzm/contracts/core/problem';
import { isText, say } from '@hzm/services/core/say';
import type * as z from 'zod';

/** Returns the failure answer of the contract. */
export function envelope(problem: Problem, language: Language, requestId: string): object {
  const { details } = problem;
  // A single detail is the message itself; several are listed in `details`.
  const only = details?.length === 1 ? details[0]!.message : problem.text;
  return {
    success: false,
    error: say(language, only),
    code: problem.code,
    ...(details && {
      details: details.map(({ path, message }) => ({ path, message: say(language, message) })),
    }),
    ...(problem.data === undefined ? {} : { data: problem.data }),
    requestId,
  };
}

/**
 * Converts zod issues to a problem. Own messages are keys of `problems.{tr,en}.json`; zod's become
 * keys by their kind.
 */
export function problemOf(issues: readonly z.core.$ZodIssue[]): Problem {
  const details = new Details();
  for (const issue of issues) {
    details.push({
      path: cut(issue.path.join('.'), MAX_PATH_LENGTH),
      message:
        issue.code === 'unrecognized_keys'
          ? {
              key: 'unknown-member',
              values: {
                name: cut(issue.keys.slice(0, MAX_NAMED_MEMBERS).join(', '), MAX_PATH_LENGTH),
              },
            }
          : {
              key: isText(issue.message) ? issue.message : `issue-${issue.code}`,
              ...(issue.code === 'custom' && { values: issue.params as Text['values'] }),
            },
    });
  }
  return new Problem('VALIDATION_ERROR', { details });
}

const MAX_PATH_LENGTH = 300;
/** Maximum unknown members named. */
const MAX_NAMED_MEMBERS = 10;

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;
