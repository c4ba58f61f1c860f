import type { ComparedTable, RowEffect } from '@hzm/contracts/features/transfers/transfer';

/** Values of one field that are shown in the grid at most: its filter takes a list. */
const MAX_VALUES = 20;

/**
 * Where the grid shows rows that would not fit: of one field those that are empty, or hold one of
 * these values. `field`: what it is called in live.
 */
export interface UnfitLink {
  readonly field: string;
  readonly filters: {
    readonly [field: string]: { readonly empty: 'true' } | { readonly in: string };
  };
}

/**
 * The live names of the fields that rows do not fit, each with the filter that finds them. A field
 * that live has not yet, or whose values no filter names, has none.
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
