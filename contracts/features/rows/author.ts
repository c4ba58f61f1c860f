import { Id } from '../../core/ids.ts';

/**
 * Returns the account or key of an event's actor; null for strangers, personal links, the master
 * key and the server, whose ids lead to nobody.
 */
export const authorOf = (actor: string): string | null => Id.safeParse(actor).data ?? null;
