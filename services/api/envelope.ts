import { memberOf } from '@hzm/contracts/core/json';
import { Problem, type Text } from '@hzm/contracts/core/problem';
import en from '@hzm/contracts/problems.en.json' with { type: 'json' };
import tr from '@hzm/contracts/problems.tr.json' with { type: 'json' };
import type * as z from 'zod';

const texts: Record<'tr' | 'en', Readonly<Record<string, string>>> = { tr, en };

/** A text for a person; a key that nobody wrote a text for stands for itself. */
export const say = (language: 'tr' | 'en', { key, values = {} }: Text): string =>
  (memberOf(texts[language], key) ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(memberOf(values, name) ?? whole));

/** The contract's failure. */
export function envelope(problem: Problem, language: 'tr' | 'en', requestId: string): object {
  // One wrong field says what is wrong with it; several say so in `details`.
  const only = problem.details?.length === 1 ? problem.details[0]!.message : problem.text;
  return {
    success: false,
    error: say(language, only),
    code: problem.code,
    ...(problem.details && { details: problem.details.map(({ path, message }) => ({ path, message: say(language, message) })) }),
    ...(problem.data === undefined ? {} : { data: problem.data }),
    requestId,
  };
}

/** What zod found as the contract says it. Own messages are keys of `problems.{tr,en}.json`, zod's are kinds of problems. */
export const problemOf = (issues: readonly z.core.$ZodIssue[]): Problem =>
  new Problem('VALIDATION_ERROR', {
    details: issues.map(issue => ({
      path: issue.path.join('.'),
      message: issue.code === 'unrecognized_keys' ? { key: 'unknown-member', values: { name: issue.keys.join(', ') } } : { key: Object.hasOwn(tr, issue.message) ? issue.message : `issue-${issue.code}` },
    })),
  });
