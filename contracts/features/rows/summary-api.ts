import * as z from 'zod';
import { query } from '../../core/call.ts';
import { list } from '../../core/shapes.ts';
import { queryRows } from './api.ts';
import {
  computations,
  groupSteps,
  MAX_SUMMARY_FIGURES,
  MAX_SUMMARY_GROUPS,
  MAX_SUMMARY_ROWS,
} from './summary.ts';

const Compute = z.enum(computations);
const Step = z.enum(groupSteps);
const FieldName = z.string().max(200);

/** One number for each currency of amounts; null if no row has a value. */
const Figure = z.union([z.number(), z.string(), z.record(z.string(), z.number())]).nullable();
const Figures = z.array(Figure).meta({ description: 'In the order of `values`.' });

const { q, filter, where } = queryRows.body.shape;
const { view, fieldKey } = queryRows.query.shape;
export const summarizeRows = query({
  name: 'summarize-rows',
  call: 'POST /data/table/:tableId/summary',
  also: ['/projects/:projectId/tables/:tableId/data/summary'],
  access: 'rows:read',
  holdsRows: true,
  params: queryRows.params,
  query: z.strictObject({ view, fieldKey }),
  body: z.strictObject({
    q,
    filter,
    where,
    values: list(z.strictObject({ field: FieldName, compute: Compute }), {
      min: 0,
      max: MAX_SUMMARY_FIGURES,
    }).default([]),
    group: z.strictObject({ field: FieldName, by: Step.optional() }).optional().meta({
      description:
        'A field of texts, numbers, dates, yes/no or single options. `by` joins the values of a date.',
    }),
  }),
  answer: z.object({
    summary: z.object({
      rows: z.int(),
      values: Figures,
      groups: z
        .array(
          z.object({
            key: z.union([z.string(), z.number(), z.boolean()]).nullable().meta({
              description: 'Null for rows without a value, and for those that are no group.',
            }),
            filter: z
              .record(z.string(), z.union([z.string(), z.boolean()]))
              .nullable()
              .meta({
                description:
                  'The condition that finds these rows; null for values that make no group: they are too long or of another type.',
              }),
            rows: z.int(),
            values: Figures,
          }),
        )
        .optional(),
    }),
  }),
  summary: 'Summarize rows, in all and by group',
  description: `Computes over the rows that a query would find: sums are exact, of amounts by currency. At most ${MAX_SUMMARY_ROWS.toLocaleString('en')} rows and ${MAX_SUMMARY_GROUPS.toLocaleString('en')} groups, else 413.`,
});
