import type { docCategories } from './api.ts';

type Category = (typeof docCategories)[number];

/** The modules of each category, in the order in which they are shown. */
export const modulesOf: Readonly<Record<Category, readonly string[]>> = {
  people: ['accounts', 'own-account', 'members', 'pricing'],
  projects: ['projects', 'keys', 'cors', 'transfers', 'copies', 'history', 'storage'],
  data: ['tables', 'rows', 'row-files', 'cell-files', 'saved-views', 'finder'],
  publishing: ['custom-endpoints', 'endpoint-requests', 'widgets', 'webhooks'],
  conversation: ['threads', 'attachments', 'notifications', 'read-marks'],
  tools: ['math', 'docs', 'monitoring', 'health'],
  administration: ['administration', 'status', 'portable', 'backups', 'master', 'erasure', 'looks'],
};
