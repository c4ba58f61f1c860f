/** Conditions of which `all` or `any` must hold, and groups of such. */
export type ConditionGroup<C> =
  | { readonly all: readonly (C | ConditionGroup<C>)[] }
  | { readonly any: readonly (C | ConditionGroup<C>)[] };

export const itemsOf = <C>(group: ConditionGroup<C>): readonly (C | ConditionGroup<C>)[] =>
  'all' in group ? group.all : group.any;

export const isGroup = <C extends object>(one: C | ConditionGroup<C>): one is ConditionGroup<C> =>
  'all' in one || 'any' in one;

/** Returns the conditions of a group and of the groups in it. */
export const conditionsIn = <C extends object>(group: ConditionGroup<C>): C[] =>
  itemsOf(group).flatMap(one => (isGroup(one) ? conditionsIn(one) : [one]));

/** Returns a group with each condition replaced. */
export function mapGroup<C extends object, To>(
  group: ConditionGroup<C>,
  to: (condition: C) => To,
): ConditionGroup<To> {
  const of = itemsOf(group).map(one => (isGroup(one) ? mapGroup(one, to) : to(one)));
  return 'all' in group ? { all: of } : { any: of };
}

/** Returns a group with each condition replaced by some, or by none; undefined if none is left. */
export function flatMapGroup<C extends object, To>(
  group: ConditionGroup<C>,
  to: (condition: C) => readonly (To | ConditionGroup<To>)[],
): ConditionGroup<To> | undefined {
  const of = itemsOf(group).flatMap(one =>
    isGroup(one) ? (flatMapGroup(one, to) ?? []) : to(one),
  );
  if (of.length === 0) return undefined;
  return 'all' in group ? { all: of } : { any: of };
}

/** Returns a group of the conditions that are kept; undefined if none is. */
export const keptIn = <C extends object>(
  group: ConditionGroup<C>,
  isKept: (condition: C) => boolean,
): ConditionGroup<C> | undefined => flatMapGroup<C, C>(group, one => (isKept(one) ? [one] : []));
