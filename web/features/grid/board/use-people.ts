import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { isPerson, optionsIn } from '../../../lib/values/choices.ts';
import { unnamedIn, type Words } from '../../../lib/values/value-text.ts';
import { viewOf, type View } from '../model/view.ts';
import { useSummary } from '../summary/use-summary.ts';

const allRows = viewOf({});

/** The people of a board by a field of people. */
export interface BoardPeople {
  /**
   * People who have left the project, and keys that added or changed rows, as retired options, if
   * rows name them. None if the rows are too many to be grouped.
   */
  readonly former: readonly FieldOption[];
  /** Ids of people with cards, none until they are read; undefined for options and on failure. */
  readonly withCards: ReadonlySet<string> | undefined;
}

/** Returns the people whom the rows of a view name, live. */
export function usePeople(
  table: Table,
  field: Field,
  { filters, where }: View,
  words: Words,
): BoardPeople {
  const group = isPerson(field.type) ? { field: field.id } : undefined;
  const { summary, error } = useSummary(table, [], { ...allRows, filters, where, group });
  if (!group || (error && !summary)) return { former: [], withCards: undefined };
  const named = (summary?.groups ?? []).flatMap(({ key }) => (typeof key === 'string' ? key : []));
  const present = new Set<string>(optionsIn(field).map(({ id }) => id));
  const former = field.validation.options ? named.filter(id => !present.has(id)) : [];
  const name = unnamedIn(field.type, words) ?? '';
  return {
    former: former.map(id => ({ id, name, color: 'gray', retired: true })),
    withCards: new Set(named),
  };
}
