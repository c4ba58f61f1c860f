import * as z from 'zod';

/** The actor of an event: a person, an API key, the master key or the server itself. */
export const Actor = z
  .object({ kind: z.enum(['person', 'key', 'system']), id: z.string(), name: z.string() })
  .meta({ id: 'Actor' });
export type Actor = z.output<typeof Actor>;
