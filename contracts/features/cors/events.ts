import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { CorsSettings } from './domain.ts';

/** Stream `project-<id>`. Holds the complete settings after the change. */
export const corsChanged = event('cors-changed', {
  version: 1,
  needsRoom: true,
  shape: {
    projectId: Id,
    cors: z.object(CorsSettings.pick({ allowedDomains: true, platformPatterns: true }).shape),
  },
  open: { projectId: because.key },
});
