import { fold } from '@hzm/contracts/core/turkish';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { compileGroup, matchesGroup } from '@hzm/services/core/ports/condition';
import type { Condition, ConditionGroup, Find, Path } from '@hzm/services/core/ports/read-model';
import { pathOf, timeOfType } from '../../access/given.ts';
import { relatedFields, type Related } from '../../access/related-rows.ts';
import { labelFieldOf } from '../../access/row-labels.ts';
import { shownFields } from '../../access/shown-fields.ts';
import type { ValueClock } from '../tables/value-clock.ts';
import { containedChoice, hasChoices, isSearchedAsText } from './choice-query.ts';
import { rowsLabelled } from './labels.ts';
import { spanConditions } from './moments.ts';
import { naming } from './targets.ts';

type RowCondition = Condition<Path<RowDoc>>;
type Grouped = RowCondition | ConditionGroup<Path<RowDoc>>;

/** Related fields whose targets are searched, and targets of one that are taken. */
const MAX_RELATED = 5;
const MAX_TARGETS = 200;

/** The search for a text in cells. */
export interface CellSearch {
  /** Finds the rows with a match; undefined if there can be none. */
  readonly search: Pick<Find<RowDoc>, 'search' | 'searchIn' | 'searchAlso'> | undefined;
  /** Returns the ids of the fields whose cells match. */
  readonly fieldsIn: (row: RowDoc) => string[];
  /** Whether some targets of related fields were not searched. */
  readonly isCut: boolean;
}

/** Finds targets by their names, as the caller may see them. */
async function targetsNamed(
  context: Context,
  { relationship }: Related,
  sought: { readonly text: string; readonly clock: ValueClock },
) {
  const { targetTableId, targetFieldId } = relationship;
  const target = await context.engine.model.get(tableDocs, targetTableId);
  const label = target && labelFieldOf(await shownFields(context, target), targetFieldId);
  if (!label) return { ids: [], isCut: false };
  const named = { tableId: targetTableId, label };
  const { docs, nextCursor } = await rowsLabelled(context, named, sought, { limit: MAX_TARGETS });
  return { ids: docs.map(({ id }) => id), isCut: nextCursor !== undefined };
}

/** Prepares a search in fields: options and related rows match by their names. */
export async function cellSearch(
  context: Context,
  fields: readonly Field[],
  text: string,
  clock: ValueClock,
): Promise<CellSearch> {
  const related = relatedFields(fields);
  const plain = fields.filter(field => isSearchedAsText(field) && field.relationships.length === 0);
  const also: (readonly [fieldId: string, Grouped])[] = [];
  let isCut = related.length > MAX_RELATED;
  if (fold(text) === '') return { search: undefined, fieldsIn: () => [], isCut: false };
  for (const field of fields) {
    if (hasChoices(field)) also.push([field.id, containedChoice(field, text)]);
    const time = timeOfType(field.type);
    const all = time && spanConditions(time, text, clock);
    if (all) also.push([field.id, { all }]);
  }
  for (const one of related.slice(0, MAX_RELATED)) {
    await context.pause();
    const targets = await targetsNamed(context, one, { text, clock });
    isCut ||= targets.isCut;
    if (targets.ids.length > 0)
      also.push([one.field.id, naming(one.field.id, one.relationship, targets.ids)]);
  }
  const tests = [
    ...plain.map(field => [field.id, { path: pathOf(field), op: 'contains', text }] as const),
    ...also,
  ].map(([id, one]) => [id, compileGroup({ all: [one] })] as const);
  const conditions = also
    .map(([, condition]) => condition)
    .filter(one => !('values' in one) || one.values.length > 0);
  return {
    search:
      plain.length === 0 && conditions.length === 0
        ? undefined
        : {
            search: text,
            searchIn: plain.map(({ id }) => id),
            ...(conditions.length > 0 && { searchAlso: conditions }),
          },
    fieldsIn: row => [
      ...new Set(tests.flatMap(([id, test]) => (matchesGroup(row, test) ? [id] : []))),
    ],
    isCut,
  };
}
