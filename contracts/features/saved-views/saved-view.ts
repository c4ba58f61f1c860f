import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { conditionsIn } from '../../core/groups.ts';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { conditionGroup } from '../rows/condition-group.ts';
import { MAX_CONDITIONS, MAX_SORT_KEYS } from '../rows/row.ts';
import { computations, groupSteps } from '../rows/summary.ts';
import { optionColors } from '../tables/options.ts';
import { MAX_COLOR_RULES } from './color-rules.ts';
import { rowHeights } from './row-height.ts';

/** Maximum views of a table that everybody sees, and of one person's own in a project. */
export const MAX_SHARED_VIEWS = 50;
export const MAX_OWN_VIEWS = 50;
/** Maximum bytes of a view's settings as JSON. */
export const MAX_VIEW_BYTES = 32 * 1024;
const MAX_OPERAND = 4_000;
const MAX_COLUMNS = 1_000;

export const ViewName = name({ max: 100, empty: 'view-name-empty' });
/** `everybody` who reads the table, or the person who saved it alone. */
export const ViewScope = z.enum(['everybody', 'own']);
export type ViewScope = z.output<typeof ViewScope>;

/** A field by its id, or a time of the row. */
const ViewKey = z.union([Id, z.enum(['created_at', 'updated_at'])]);
const Operand = storable(z.string().max(MAX_OPERAND));
/** Text alone means `contains`, as in the filters of lists. */
const ViewFilter = z.union([
  Operand,
  z.partialRecord(z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'empty']), Operand),
]);
const Group = conditionGroup(z.strictObject({ field: ViewKey, filter: ViewFilter }));
/** The cells that have the colour; absent: the whole row. */
const cell = Id.optional();
/** The colour of rows that meet conditions, or that of the option that they have in a field. */
const ColorRule = z.union([
  z.strictObject({ where: Group, color: z.enum(optionColors), cell }),
  z.strictObject({ by: Id, cell }),
]);
const Columns = list(Id, { min: 0, max: MAX_COLUMNS });

/** Rows and columns of a view; all fields go by id. */
export const ViewSettings = z
  .strictObject({
    filters: z.record(ViewKey, ViewFilter).default({}),
    /** Absent: no conditions besides `filters`. */
    where: Group.optional(),
    sort: list(z.strictObject({ field: ViewKey, order: z.enum(['asc', 'desc']) }), {
      min: 0,
      max: MAX_SORT_KEYS,
    }).default([]),
    /** The field that rows are grouped by, the span of a date, and whether all groups are open. */
    group: z
      .strictObject({
        field: Id,
        by: z.enum(groupSteps).optional(),
        all: z.literal(true).optional(),
      })
      .optional(),
    /** The field of single options by which rows are cards on a board; absent: a grid. */
    board: Id.optional(),
    /** Figures under the columns, by field. */
    summary: z.record(Id, z.enum(computations)).optional(),
    /** Rows as cards; a board goes before it. */
    gallery: z.literal(true).optional(),
    /** The height of rows; absent: one line. */
    height: z.enum(rowHeights).optional(),
    /** The first rule that applies colours a row, and the first of a cell that cell. */
    colors: list(ColorRule, { min: 0, max: MAX_COLOR_RULES }).optional(),
    columns: z
      .strictObject({
        order: Columns.default([]),
        /** In pixels. */
        widths: z.record(Id, z.int().min(1).max(10_000)).default({}),
        hidden: Columns.default([]),
        /** Columns that stay in sight while others scroll; absent: the first text. */
        frozen: Columns.optional(),
      })
      .default({ order: [], widths: {}, hidden: [] }),
  })
  .meta({ id: 'ViewSettings' });
export type ViewSettings = z.output<typeof ViewSettings>;

export type ColorRule = z.output<typeof ColorRule>;

/** A condition of a view's groups. */
export type ViewCondition = {
  field: z.output<typeof ViewKey>;
  filter: z.output<typeof ViewFilter>;
};

const encoder = new TextEncoder();
const countOf = (given: readonly ViewCondition['filter'][]): number =>
  given.reduce((sum, one) => sum + (typeof one === 'string' ? 1 : Object.keys(one).length), 0);
const filtersIn = (where: ViewSettings['where']): ViewCondition['filter'][] =>
  where ? conditionsIn<ViewCondition>(where).map(({ filter }) => filter) : [];
/** Conditions decide about rows or about colours, and are counted apart. */
const areFew = ({ filters, where, colors = [] }: ViewSettings): boolean =>
  [
    [...Object.values(filters), ...filtersIn(where)],
    colors.flatMap(rule => filtersIn('where' in rule ? rule.where : undefined)),
  ].every(given => countOf(given) <= MAX_CONDITIONS);
/** Submitted settings, with a bounded size. */
export const SentViewSettings = ViewSettings.refine(
  settings =>
    areFew(settings) && encoder.encode(JSON.stringify(settings)).byteLength <= MAX_VIEW_BYTES,
  { error: 'view-too-large' },
);

export const SavedView = z
  .object({
    id: Id,
    tableId: Id,
    name: z.string(),
    scope: ViewScope,
    settings: ViewSettings,
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.output<typeof SavedView>;
