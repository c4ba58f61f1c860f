import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { isPerson, optionsIn } from '../../../lib/values/choices.ts';
import { unnamedIn, type Words } from '../../../lib/values/value-text.ts';
import { viewOf } from '../model/view.ts';
import { useSummary } from '../summary/use-summary.ts';

const allRows = viewOf({});

/**
 * Returns people who have left the project, and keys that added or changed rows, as retired
 * options, if rows name them. Returns none if the rows are too many to be grouped.
 */
export function useFormerPeople(table: Table, field: Field, words: Words): readonly FieldOption[] {
  const group = isPerson(field.type) ? { field: field.id } : undefined;
  const { summary } = useSummary(table, [], { ...allRows, group });
  if (!group || !field.validation.options) return [];
  const present = new Set<unknown>(optionsIn(field).map(({ id }) => id));
  return (summary?.groups ?? []).flatMap(({ key }) =>
    typeof key === 'string' && !present.has(key)
      ? [{ id: key, name: unnamedIn(field.type, words) ?? '', color: 'gray', retired: true }]
      : [],
  );
}
