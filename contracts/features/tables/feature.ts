import { feature } from '../../core/feature.ts';
import * as api from './api.ts';
import * as binApi from './bin-api.ts';
import * as events from './events.ts';
import en from './history.en.json' with { type: 'json' };
import tr from './history.tr.json' with { type: 'json' };
import * as relationshipApi from './relationship-api.ts';
import { upcasters } from './upcasters.ts';
import * as wholeTablesApi from './whole-tables-api.ts';

export const tables = feature({
  api: { ...api, ...binApi, ...relationshipApi, ...wholeTablesApi },
  events,
  upcasters,
  history: { tr, en },
});
