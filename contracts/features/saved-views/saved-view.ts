import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { conditionsIn } from '../../core/groups.ts';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { conditionGroup } from '../rows/condition-group.ts';
import { MAX_CONDITIONS, MAX_SORT_KEYS } from '../rows/row.ts';
import { computations, groupSteps } from '../rows/summary.ts';

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
const Columns = list(Id, { min: 0, max: MAX_COLUMNS });

/** Rows and columns of a view; all fields go by id. */
export const ViewSettings = z
  .strictObject({
    filters: z.record(ViewKey, ViewFilter).default({}),
    /** Absent: no conditions besides `filters`. */
    where: conditionGroup(z.strictObject({ field: ViewKey, filter: ViewFilter })).optional(),
    sort: list(z.strictObject({ field: ViewKey, order: z.enum(['asc', 'desc']) }), {
      min: 0,
      max: MAX_SORT_KEYS,
    }).default([]),
    /** The field that rows are grouped by, and the span of a date. */
    group: z.strictObject({ field: Id, by: z.enum(groupSteps).optional() }).optional(),
    /** The field of single options by which rows are cards on a board; absent: a grid. */
    board: Id.optional(),
    /** Figures under the columns, by field. */
    summary: z.record(Id, z.enum(computations)).optional(),
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

/** A condition of a view's groups. */
export type ViewCondition = {
  field: z.output<typeof ViewKey>;
  filter: z.output<typeof ViewFilter>;
};

const encoder = new TextEncoder();
const countIn = ({ filters, where }: ViewSettings): number =>
  [
    ...Object.values(filters),
    ...(where ? conditionsIn<ViewCondition>(where).map(({ filter }) => filter) : []),
  ].reduce((sum, filter) => sum + (typeof filter === 'string' ? 1 : Object.keys(filter).length), 0);
/** Submitted settings, with a bounded size. */
export const SentViewSettings = ViewSettings.refine(
  settings =>
    countIn(settings) <= MAX_CONDITIONS &&
    encoder.encode(JSON.stringify(settings)).byteLength <= MAX_VIEW_BYTES,
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
