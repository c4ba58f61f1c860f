import { Problem, type ProblemDetail } from '@hzm/contracts/core/problem';
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

/**
 * @throws Problem VALIDATION_ERROR for a rule that does not fit the type, or a pattern that is none
 * or costs too much
 */
export function checkRules(type: FieldType, rules: FieldValidation): void {
  const details = ruleProblems(type, rules);
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
}
