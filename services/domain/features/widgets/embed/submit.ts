import { exactNumber } from '@hzm/contracts/core/exact';
import type { Json } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { WriteAction } from '@hzm/contracts/features/custom-endpoints/definition';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { ANSWERS_PER_MINUTE } from '@hzm/contracts/features/widgets/embed';
import { definitionOf } from '@hzm/contracts/features/widgets/settings';
import type { Context, Result } from '@hzm/services/core/engine';
import { writeRow } from '../../custom-endpoints/write-row.ts';
import { shownTable } from '../data.ts';
import { openWidget } from './embed.ts';

/** Reads an answer: numbers come as the digits that were written. One that is none stays as it is. */
const answered = ({ type }: Pick<Field, 'type'>, value: Json): Json =>
  numberTypes.has(type) && typeof value === 'string' ? (exactNumber(value) ?? value) : value;

/** Returns refusals under the fields of the form, by their ids. */
function ofForm(error: unknown, idOf: (name: string) => string | undefined): unknown {
  if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') return error;
  return new Problem('VALIDATION_ERROR', {
    details: (error.details ?? []).map(({ path, message }) => ({
      path: `values.${idOf(path) ?? path}`,
      message,
    })),
  });
}

/**
 * Writes the answers of a form as a row, validated as in the grid. What was written is not told.
 * @throws Problem RATE_LIMIT_EXCEEDED, VALIDATION_ERROR, NOT_FOUND, CONFLICT
 */
export async function submitted(
  context: Context,
  widgetId: string,
  {
    values,
    website,
  }: { readonly values: Readonly<Record<string, Json>>; readonly website: string },
): Promise<Result<{ thanks: string }>> {
  const doc = await openWidget(context.engine, widgetId);
  context.limit(widgetId, ANSWERS_PER_MINUTE);
  const { settings, table } = await shownTable(context.engine, doc);
  if (settings.type !== 'form') throw new Problem('CONFLICT', { text: 'widget-no-form' });
  const answer = { data: { thanks: settings.thanks } };
  if (website !== '') return answer;
  const asked = new Set(settings.fields.map(({ field }) => field));
  const other = Object.keys(values).find(id => !asked.has(id));
  if (other !== undefined)
    throw new Problem('VALIDATION_ERROR', {
      details: [{ path: `values.${other}`, message: { key: 'field-unknown' } }],
    });
  const given = new Map(
    Object.entries(values).map(([id, value]) => [`f${id}`, answered(table.byId.get(id)!, value)]),
  );
  const action = definitionOf(settings).action as WriteAction;
  const { position } = await writeRow(context, table, action, given, false).catch(
    (error: unknown) => {
      throw ofForm(error, name => table.fields.find(field => field.name === name)?.id);
    },
  );
  return { ...answer, position };
}
