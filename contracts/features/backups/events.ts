import * as z from 'zod';
import { event } from '../../core/event.ts';

/**
 * Stream `operations`. The process that writes the views runs the job once; a replay does not
 * repeat it.
 */
export const backupAsked = event('backup-asked', {
  version: 1,
  shape: { job: z.enum(['backup', 'rehearsal']) },
  open: { job: 'about the installation, which has no key; one of two words of ours' },
});
