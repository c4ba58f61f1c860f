import * as z from 'zod';
import { event } from '../../core/event.ts';

/** Stream `operations`: what administrators ask of the running processes. Every process hears it as it happens; nothing of it is done again on a replay. */
export const viewRetryAsked = event('view-retry-asked', 1, { view: z.string() }, []);
export const viewRebuildAsked = event('view-rebuild-asked', 1, { view: z.string() }, []);
