import type { Projection } from './core/projection.ts';
import { requests } from './core/requests.ts';
import { accounts } from './features/accounts/accounts.ts';
import { administration } from './features/administration/administration.ts';
import { attachments } from './features/attachments/attachments.ts';
import { cors } from './features/cors/cors.ts';
import { customEndpoints } from './features/custom-endpoints/custom-endpoints.ts';
import { endpointRequests } from './features/endpoint-requests/endpoint-requests.ts';
import { erasure } from './features/erasure/erasure.ts';
import { history } from './features/history/history.ts';
import { keys } from './features/keys/keys.ts';
import { looks } from './features/looks/looks.ts';
import { master } from './features/master/master.ts';
import { members } from './features/members/members.ts';
import { notifications } from './features/notifications/notifications.ts';
import { notificationSettings } from './features/notifications/settings.ts';
import { portable } from './features/portable/portable.ts';
import { pricing } from './features/pricing/pricing.ts';
import { projects } from './features/projects/projects.ts';
import { readMarks } from './features/read-marks/read-marks.ts';
import { rowImports } from './features/row-files/row-files.ts';
import { rows } from './features/rows/rows.ts';
import { savedViews } from './features/saved-views/saved-views.ts';
import { storage } from './features/storage/storage.ts';
import { bin } from './features/tables/bin.ts';
import { conversions } from './features/tables/conversions.ts';
import { numbers } from './features/tables/numbers.ts';
import { relationships } from './features/tables/relationships.ts';
import { tables } from './features/tables/tables.ts';
import { threads } from './features/threads/threads.ts';
import { transfers } from './features/transfers/transfers.ts';
import { webhooks } from './features/webhooks/webhooks.ts';
import { personalLinks } from './features/widgets/personal-links.ts';
import { widgets } from './features/widgets/widgets.ts';

/** All stored views. */
export const projections: readonly Projection[] = [
  accounts,
  projects,
  keys,
  cors,
  members,
  tables,
  relationships,
  conversions,
  numbers,
  bin,
  transfers,
  rows,
  rowImports,
  endpointRequests,
  customEndpoints,
  widgets,
  personalLinks,
  webhooks,
  savedViews,
  threads,
  attachments,
  storage,
  readMarks,
  notifications,
  notificationSettings,
  administration,
  portable,
  pricing,
  master,
  erasure,
  looks,
  history,
  requests,
];

/** Events that change no view but `requests` and `storage`: they only guard streams. */
export const ignored: readonly string[] = [
  'email-reserved',
  'email-released',
  'admin-claimed',
  'account-retired',
  'password-reset-requested',
  'email-change-requested',
  'view-retry-asked',
  'view-rebuild-asked',
  'backup-asked',
  'row-held',
  'batch-abandoned',
  'nothing-changed',
  'hand-over-abandoned',
  'project-offered',
  'offer-ended',
  'project-received',
  'project-released',
];
