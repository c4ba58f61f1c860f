import { feature } from '../../core/feature.ts';
import * as api from './api.ts';
import * as binApi from './bin-api.ts';
import * as events from './events.ts';
import en from './history.en.json' with { type: 'json' };
import tr from './history.tr.json' with { type: 'json' };
import { upcasters } from './upcasters.ts';

export const projects = feature({
  api: { ...api, ...binApi },
  events,
  upcasters,
  history: { tr, en },
});
