import { Id } from '../../core/ids.ts';

/**
 * Returns the account or key of an event's actor; null for strangers, personal links, the master
 * key and the server, whose ids lead to nobody, and for an event that is not written yet.
 */
export const authorOf = (actor: string | undefined): string | null =>
  Id.safeParse(actor).data ?? null;
