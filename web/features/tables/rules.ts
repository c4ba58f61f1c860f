import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type {
  FieldValidation,
  GivenValidation,
} from '@hzm/contracts/features/tables/field-validation';
import type { Rule } from '../../ui/rule-texts.ts';
import { saidRules } from '../../ui/use-rule-texts.ts';
import { sentOptions } from './options/option-list.ts';

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
  // Without options the server makes them of the values when the type changes.
  return options?.length ? { ...others, options: sentOptions(options) } : others;
}

/** Returns the problems by the rule that shows them. */
export function rulesProblems(rules: FieldValidation): Partial<Record<RuleName, Rule>> {
  const reversed = (min?: number, max?: number): boolean =>
    min !== undefined && max !== undefined && max < min;
  return {
    ...(rules.pattern !== undefined &&
      !compiles(rules.pattern) && { pattern: 'pattern-invalid' as const }),
    ...(reversed(rules.minLength, rules.maxLength) && { maxLength: 'range-reversed' as const }),
    ...(reversed(rules.minValue, rules.maxValue) && { maxValue: 'range-reversed' as const }),
    ...(reversed(rules.minWeight, rules.maxWeight) && { maxWeight: 'range-reversed' as const }),
  };
}
