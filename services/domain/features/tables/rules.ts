import type { ProblemDetail } from '@hzm/contracts/core/problem';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import {
  validationKeys,
  type FieldValidation,
} from '@hzm/contracts/features/tables/field-validation';
import { patternProblem } from './pattern.ts';

/** Which rules do not fit the type, and whether the pattern is none or costs too much. */
export function ruleProblems(type: FieldType, rules: FieldValidation): ProblemDetail[] {
  const keys: readonly string[] = validationKeys(type);
  const details: ProblemDetail[] = Object.keys(rules)
    .filter(key => !keys.includes(key))
    .map(key => ({ path: `validation.${key}`, message: { key: 'rule-unfit', values: { type } } }));
  const problem =
    rules.pattern === undefined ? undefined : patternProblem(rules.pattern, rules.maxLength);
  return problem ? [...details, { path: 'validation.pattern', message: problem }] : details;
}
