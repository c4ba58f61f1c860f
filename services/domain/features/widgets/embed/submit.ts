import { exactNumber } from '@hzm/contracts/core/exact';
import type { Json } from '@hzm/contracts/core/json';
import { Problem, type Text } from '@hzm/contracts/core/problem';
import type { WriteAction } from '@hzm/contracts/features/custom-endpoints/definition';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { ANSWERS_PER_MINUTE } from '@hzm/contracts/features/widgets/embed';
import { definitionOf, type FormSettings } from '@hzm/contracts/features/widgets/settings';
import type { Context, Result } from '@hzm/services/core/engine';
import type { EndpointTable } from '../../custom-endpoints/table.ts';
import { writeRow } from '../../custom-endpoints/write-row.ts';
import { shownTable } from '../data.ts';
import { openWidget } from './embed.ts';

/** Reads an answer: numbers come as the digits that were written. One that is none stays as it is. */
const answered = ({ type }: Pick<Field, 'type'>, value: Json): Json =>
  numberTypes.has(type) && typeof value === 'string' ? (exactNumber(value) ?? value) : value;

/** Texts that tell somebody who fills in a form what to write, by type. */
const answerTexts: ReadonlyMap<unknown, string> = new Map(
  ['email', 'url', 'phone', 'number', 'decimal'].map(type => [type, `answer-${type}`]),
);

/** Returns a refusal in words for people who know no types of fields. */
const inWords = (message: Text): Text =>
  message.key === 'value-type'
    ? { key: answerTexts.get(message.values?.['type']) ?? 'answer-unfit' }
    : message;

/** Returns refusals under the fields of the form, by their ids. */
export function ofForm(error: unknown, idOf: (name: string) => string | undefined): unknown {
  if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') return error;
  return new Problem('VALIDATION_ERROR', {
    details: (error.details ?? []).map(({ path, message }) => ({
      path: `values.${idOf(path) ?? path}`,
      message: inWords(message),
    })),
  });
}

/** Answers to a form by the ids of its fields. */
export interface Sent {
  readonly values: Readonly<Record<string, Json>>;
  readonly website: string;
}

/** Returns answers as parameters of the form's definition. @throws Problem VALIDATION_ERROR */
export function givenIn(
  { fields }: FormSettings,
  { byId }: EndpointTable,
  values: Sent['values'],
): ReadonlyMap<string, Json> {
  const asked = new Set(fields.map(({ field }) => field));
  const other = Object.keys(values).find(id => !asked.has(id));
  if (other !== undefined)
    throw new Problem('VALIDATION_ERROR', {
      details: [{ path: `values.${other}`, message: { key: 'field-unknown' } }],
    });
  return new Map(
    Object.entries(values).map(([id, value]) => [`f${id}`, answered(byId.get(id)!, value)]),
  );
}

/**
 * Writes the answers of a form as a row, validated as in the grid. What was written is not told.
 * @throws Problem RATE_LIMIT_EXCEEDED, VALIDATION_ERROR, NOT_FOUND, CONFLICT
 */
export async function submitted(
  context: Context,
  widgetId: string,
  { values, website }: Sent,
): Promise<Result<{ thanks: string }>> {
  const doc = await openWidget(context.engine, widgetId);
  context.request.right?.also(() => openWidget(context.engine, widgetId));
  await context.limit(widgetId, ANSWERS_PER_MINUTE);
  const { settings, table } = await shownTable(context.engine, doc);
  if (settings.type !== 'form') throw new Problem('CONFLICT', { text: 'widget-no-form' });
  const answer = { data: { thanks: settings.thanks } };
  if (website !== '') return answer;
  const given = givenIn(settings, table, values);
  const action = definitionOf(settings).action as WriteAction;
  const { position } = await writeRow(context, table, action, given, false).catch(
    (error: unknown) => {
      throw ofForm(error, name => table.fields.find(field => field.name === name)?.id);
    },
  );
  return { ...answer, position };
}
