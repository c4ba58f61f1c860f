import { webhookDocs } from '@hzm/projections/features/webhooks/webhooks';
import { ofProject } from './publication.ts';

/** A change of a project's webhook, without content: not every watcher may see it. */
export const webhooks = ofProject(webhookDocs, 'webhook', ({ id }) => ({ id }));
