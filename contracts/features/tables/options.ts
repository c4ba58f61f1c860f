import * as z from 'zod';
import { MAX_OPTIONS, OPTION_ID } from '../../core/choices.ts';
import { name } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { fold } from '../../core/turkish.ts';

/**
 * Maximum options of all fields of a table together, merged ones included, since each read of the
 * table has them.
 */
export const MAX_TABLE_OPTIONS = 2_000;

/** The colours of options, in the order in which new options get them. */
export const optionColors = [
  'gray',
  'blue',
  'green',
  'yellow',
  'red',
  'violet',
  'cyan',
  'orange',
  'pink',
  'grape',
] as const;
export type OptionColor = (typeof optionColors)[number];

const OptionId = z.string().regex(OPTION_ID, 'option-id-unfit');
const optionName = name({
  max: 100,
  empty: 'option-name-empty',
  long: 'option-name-too-long',
});

const more = {
  /** Kept by the rows that have it, and not offered any more. */
  retired: z.literal(true).optional(),
  /** Ids of options that were merged into this one; values of those become this one. */
  merged: list(OptionId, { min: 0, max: MAX_OPTIONS }).optional(),
};

export const FieldOption = z
  .strictObject({ id: OptionId, name: optionName, color: z.enum(optionColors), ...more })
  .meta({ id: 'FieldOption' });
export type FieldOption = z.output<typeof FieldOption>;

const GivenOption = z.strictObject({
  id: OptionId.optional(),
  name: optionName,
  color: z.enum(optionColors).optional(),
  ...more,
  retired: z.boolean().optional(),
});
export type GivenOption = z.output<typeof GivenOption>;

/** The ids of the options that a caller saw. */
export const SeenOptions = list(OptionId, { min: 0, max: MAX_OPTIONS });

type Named = Pick<GivenOption, 'id' | 'name' | 'merged'>;

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;
const namesDiffer = (options: readonly Named[]): boolean =>
  areDistinct(options.map(option => fold(option.name)));
const idsDiffer = (options: readonly Named[]): boolean =>
  areDistinct(
    options.flatMap(({ id, merged = [] }) => (id === undefined ? merged : [id, ...merged])),
  );
/** Maximum ids that a field remembers of merged options. */
const MAX_MERGED = 1_000;
const areFew = (options: readonly Named[]): boolean =>
  options.reduce((sum, { merged = [] }) => sum + merged.length, 0) <= MAX_MERGED;

const distinct = <Option extends z.ZodType<Named>>(option: Option) =>
  list(option, { min: 0, max: MAX_OPTIONS })
    .refine(namesDiffer, 'option-name-taken')
    .refine(idsDiffer, 'option-id-taken')
    .refine(areFew, 'option-merged-too-many');

/** The options of a field in their order. */
export const FieldOptions = distinct(FieldOption);
/** The options of a field as callers give them: an option without an id is a new one. */
export const GivenOptions = distinct(GivenOption);
