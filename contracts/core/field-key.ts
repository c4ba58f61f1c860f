import * as z from 'zod';

/** The keys of values, filters and sorts: a field's name, or its id, which no rename changes. */
export const FieldKey = z.enum(['name', 'id']);
export type FieldKey = z.output<typeof FieldKey>;
