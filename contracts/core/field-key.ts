import * as z from 'zod';

/** The keys of values, filters and sorts: a field's name, or its id, which survives a rename. */
export const FieldKey = z.enum(['name', 'id']);
export type FieldKey = z.output<typeof FieldKey>;
