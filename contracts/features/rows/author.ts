import { Id } from '../../core/ids.ts';

/**
 * Returns the account or key that an event's actor is; null for the others, by whose ids nobody is
 * found: strangers, personal links, the master key, the server.
 */
export const authorOf = (actor: string): string | null => Id.safeParse(actor).data ?? null;
