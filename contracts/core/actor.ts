import * as z from 'zod';

/**
 * The actor of an event: a person, an API key, the master key, the server itself, somebody with a
 * personal link, or somebody without an identity.
 */
export const Actor = z
  .object({
    kind: z.enum(['person', 'key', 'system', 'link', 'anonymous']),
    id: z.string(),
    name: z.string(),
  })
  .meta({ id: 'Actor' });
export type Actor = z.output<typeof Actor>;
