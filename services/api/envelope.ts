import { memberOf } from '@hzm/contracts/core/json';
import { Details, Problem, type Text } from '@hzm/contracts/core/problem';
import en from '@hzm/contracts/problems.en.json' with { type: 'json' };
import tr from '@hzm/contracts/problems.tr.json' with { type: 'json' };
import type * as z from 'zod';

const texts: Record<'tr' | 'en', Readonly<Record<string, string>>> = { tr, en };

/** A text for a person; a key without a text is answered as it is. */
export const say = (language: 'tr' | 'en', { key, values = {} }: Text): string =>
  (memberOf(texts[language], key) ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(memberOf(values, name) ?? whole));

/** The contract's failure. */
export function envelope(problem: Problem, language: 'tr' | 'en', requestId: string): object {
  const { details } = problem;
  // One wrong field says what is wrong with it; several say so in `details`.
  const only = details?.length === 1 ? details[0]!.message : problem.text;
  return {
    success: false,
    error: say(language, only),
    code: problem.code,
    ...(details && { details: details.map(({ path, message }) => ({ path, message: say(language, message) })) }),
    ...(problem.data === undefined ? {} : { data: problem.data }),
    requestId,
  };
}

/** What zod found as the contract says it. Own messages are keys of `problems.{tr,en}.json`, zod's are kinds of problems. */
export function problemOf(issues: readonly z.core.$ZodIssue[]): Problem {
  const details = new Details();
  for (const issue of issues) {
    details.push({
      path: cut(issue.path.join('.'), LONGEST_PATH),
      message: issue.code === 'unrecognized_keys' ? { key: 'unknown-member', values: { name: cut(issue.keys.slice(0, NAMED).join(', '), LONGEST_PATH) } } : { key: Object.hasOwn(tr, issue.message) ? issue.message : `issue-${issue.code}` },
    });
  }
  return new Problem('VALIDATION_ERROR', { details });
}

const LONGEST_PATH = 300;
/** So many unknown members are named. */
const NAMED = 10;

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)}…`);
