import type { ComparedTable, RowEffect } from '@hzm/contracts/features/transfers/transfer';

/** Bounds the values of one field in a link, because its filter is a list. */
const MAX_VALUES = 20;

/**
 * Grid filter for rows that would not fit: empty ones, or those with these values. `field` is the
 * live name.
 */
export interface UnfitLink {
  readonly field: string;
  readonly filters: {
    readonly [field: string]: { readonly empty: 'true' } | { readonly in: string };
  };
}

/**
 * Returns the filters by live field name. A field missing in live, or values that no filter can
 * name, get none.
 */
export function unfitLinks(
  { changes }: Pick<ComparedTable, 'changes'>,
  { first }: Pick<RowEffect, 'first'>,
): UnfitLink[] {
  const added = new Set(
    changes.flatMap(change => (change.kind === 'field-added' ? [change.fieldId] : [])),
  );
  const names = new Map(
    changes.flatMap(change =>
      'fieldId' in change ? [[change.fieldId, change.name] as const] : [],
    ),
  );
  return [
    ...Map.groupBy(
      first.filter(({ fieldId }) => !added.has(fieldId)),
      ({ fieldId }) => fieldId,
    ),
  ].flatMap(([fieldId, rows]): UnfitLink[] => {
    const field = names.get(fieldId) ?? rows[0]!.field;
    if (rows.some(({ reason }) => reason === 'required'))
      return [{ field, filters: { [field]: { empty: 'true' } } }];
    const values = [
      ...new Set(
        rows.flatMap(({ value }) =>
          typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
            ? [String(value)]
            : [],
        ),
      ),
    ]
      .filter(value => !value.endsWith('…'))
      .slice(0, MAX_VALUES);
    return values.length === 0
      ? []
      : [{ field, filters: { [field]: { in: JSON.stringify(values) } } }];
  });
}
