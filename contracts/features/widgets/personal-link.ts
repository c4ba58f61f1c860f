import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';

/** Maximum personal links of a widget, ended ones included until they are removed. */
export const MAX_PERSONAL_LINKS = 500;
/** Maximum days that a personal link lasts. */
export const MAX_LINK_DAYS = 365;
export const DEFAULT_LINK_DAYS = 30;
/** Maximum times per minute and address that personal links are opened or used. */
export const LINK_USES_PER_MINUTE = 60;

/**
 * `off` since the project was handed over, `gone` with its row; renewing brings back all but `gone`.
 */
export const PersonalLinkState = z.enum(['open', 'expired', 'off', 'gone']);
export type PersonalLinkState = z.output<typeof PersonalLinkState>;

/** A link by which anybody who has it changes one row through a form. */
export const PersonalLink = z
  .object({
    id: Id,
    rowId: Id,
    /** The name of the row; empty if it has none. */
    row: z.string(),
    state: PersonalLinkState,
    by: z.object({ id: z.string(), name: z.string() }),
    /** The actor who was shown the present token; null unless it was renewed. */
    renewedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
    createdAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'PersonalLink' });
export type PersonalLink = z.output<typeof PersonalLink>;
