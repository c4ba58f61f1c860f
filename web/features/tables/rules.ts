import { nameKey } from '@hzm/contracts/core/name';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type {
  FieldValidation,
  GivenValidation,
} from '@hzm/contracts/features/tables/field-validation';
import { FieldName, TableName } from '@hzm/contracts/features/tables/table';
import type { Rule } from '../../ui/rule-texts.ts';
import { saidRules } from '../../ui/use-rule-texts.ts';
import { optionProblems, sentOptions } from './options/option-list.ts';

const taken = (name: string, others: readonly string[]): boolean => {
  const wanted = nameKey(name);
  return others.some(other => nameKey(other) === wanted);
};

/** Returns the problem of a table's name; `others` are the project's other tables. */
export const tableNameProblem = (name: string, others: readonly string[]): Rule | undefined =>
  (TableName.safeParse(name).error?.issues[0]?.message as Rule | undefined) ??
  (taken(name, others) ? 'table-name-taken' : undefined);

/** Returns the problem of a field's name; `others` are the table's other fields. */
export const fieldNameProblem = (name: string, others: readonly string[]): Rule | undefined =>
  (FieldName.safeParse(name).error?.issues[0]?.message as Rule | undefined) ??
  (taken(name, others) ? 'field-name-taken' : undefined);

export type RuleName = keyof FieldValidation;

const offered: Partial<Record<FieldType, readonly RuleName[]>> = {
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minValue', 'maxValue'],
  currency: ['currency', 'decimalPlaces', 'onlyPositive'],
  weight: ['weightUnit', 'minWeight', 'maxWeight'],
  date: ['dateType', 'minToday', 'maxToday'],
};

export const offeredRules = (type: FieldType): readonly RuleName[] => offered[type] ?? [];

export function initialRules(type: FieldType): FieldValidation {
  switch (type) {
    case 'currency':
      return { currency: 'TRY', decimalPlaces: 2 };
    case 'weight':
      return { weightUnit: 'kg' };
    case 'date':
      return { dateType: 'date' };
    default:
      return {};
  }
}

const compiles = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

/** The rules that have an effect, as the server takes them. */
export function sentRules(rules: FieldValidation): GivenValidation {
  const { options, ...others } = saidRules(rules);
  return options ? { ...others, options: sentOptions(options) } : others;
}

/** Returns the problems by the rule that shows them. */
export function rulesProblems(rules: FieldValidation): Partial<Record<RuleName, Rule>> {
  const reversed = (min?: number, max?: number): boolean =>
    min !== undefined && max !== undefined && max < min;
  const [option] = optionProblems(rules.options ?? []).values();
  return {
    ...(option && { options: option }),
    ...(rules.pattern !== undefined &&
      !compiles(rules.pattern) && { pattern: 'pattern-invalid' as const }),
    ...(reversed(rules.minLength, rules.maxLength) && { maxLength: 'range-reversed' as const }),
    ...(reversed(rules.minValue, rules.maxValue) && { maxValue: 'range-reversed' as const }),
    ...(reversed(rules.minWeight, rules.maxWeight) && { maxWeight: 'range-reversed' as const }),
  };
}
