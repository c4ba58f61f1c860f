import { conditionsIn, type ConditionGroup } from '../../core/groups.ts';

/** Maximum colour rules of a view: people must tell their marks apart. */
export const MAX_COLOR_RULES = 10;

/** A colour for rows, or for one field's cells (`cell`), by conditions or by an option (`by`). */
export type ColorRuleOf<Condition extends { readonly field: string }, Color> = {
  readonly cell?: string | undefined;
} & (
  | { readonly where: ConditionGroup<Condition>; readonly color: Color }
  | { readonly by: string }
);

/** Returns the ids of all fields that a rule names. */
export const fieldsOfRule = <Condition extends { readonly field: string }>(
  rule: ColorRuleOf<Condition, unknown>,
): readonly string[] => [
  ...(rule.cell === undefined ? [] : [rule.cell]),
  ...('by' in rule ? [rule.by] : conditionsIn(rule.where).map(({ field }) => field)),
];
