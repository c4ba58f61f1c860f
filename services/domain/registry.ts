import type { Handler } from '@hzm/services/core/engine';
import { handlers as accounts } from './features/accounts/handlers.ts';
import { handlers as administration } from './features/administration/handlers.ts';
import { handlers as attachments } from './features/attachments/handlers.ts';
import { handlers as backups } from './features/backups/handlers.ts';
import { handlers as cellFiles } from './features/cell-files/handlers.ts';
import { handlers as copies } from './features/copies/handlers.ts';
import { handlers as cors } from './features/cors/handlers.ts';
import { guardEndpoints } from './features/custom-endpoints/breaks.ts';
import { handlers as customEndpoints } from './features/custom-endpoints/handlers.ts';
import { handlers as docs } from './features/docs/handlers.ts';
import { handlers as endpointRequests } from './features/endpoint-requests/handlers.ts';
import { handlers as erasure } from './features/erasure/handlers.ts';
import { handlers as finder } from './features/finder/handlers.ts';
import { handlers as history } from './features/history/handlers.ts';
import { handlers as keys } from './features/keys/handlers.ts';
import { handlers as looks } from './features/looks/handlers.ts';
import { handlers as master } from './features/master/handlers.ts';
import { handlers as math } from './features/math/handlers.ts';
import { handlers as members } from './features/members/handlers.ts';
import { handlers as monitoring } from './features/monitoring/handlers.ts';
import { handlers as notifications } from './features/notifications/handlers.ts';
import { handlers as ownAccount } from './features/own-account/handlers.ts';
import { handlers as portable } from './features/portable/handlers.ts';
import { handlers as pricing } from './features/pricing/handlers.ts';
import { handlers as projects } from './features/projects/handlers.ts';
import { handlers as readMarks } from './features/read-marks/handlers.ts';
import { handlers as rowFiles } from './features/row-files/handlers.ts';
import { handlers as rows } from './features/rows/handlers.ts';
import { handlers as savedViews } from './features/saved-views/handlers.ts';
import { handlers as status } from './features/status/handlers.ts';
import { handlers as storage } from './features/storage/handlers.ts';
import { handlers as tables } from './features/tables/handlers.ts';
import { guardRelationships } from './features/tables/relationship-handlers.ts';
import type { SchemaGuard } from './features/tables/schema-guard.ts';
import { handlers as threads } from './features/threads/handlers.ts';
import { handlers as transfers } from './features/transfers/handlers.ts';
import { handlers as webhooks } from './features/webhooks/handlers.ts';
import { guardWidgets } from './features/widgets/breaks.ts';
import { handlers as widgets } from './features/widgets/handlers.ts';

/** The features that may object to a change of a table, in the order of being asked. */
const schemaGuards: readonly SchemaGuard[] = [guardEndpoints, guardWidgets, guardRelationships];

/** The handlers of all calls. */
export const handlers: readonly Handler[] = [
  ...accounts,
  ...ownAccount,
  ...projects,
  ...keys,
  ...cors,
  ...members,
  ...tables(schemaGuards),
  ...transfers,
  ...copies,
  ...finder,
  ...rows,
  ...rowFiles,
  ...cellFiles,
  ...savedViews,
  ...endpointRequests,
  ...customEndpoints,
  ...widgets,
  ...webhooks,
  ...threads,
  ...attachments,
  ...storage,
  ...readMarks,
  ...notifications,
  ...history,
  ...administration,
  ...portable,
  ...pricing,
  ...master,
  ...erasure,
  ...looks,
  ...math,
  ...status,
  ...monitoring,
  ...backups,
  ...docs,
];
