import { feature } from '../../core/feature.ts';
import * as api from './api.ts';
import * as events from './events.ts';
import * as findApi from './find-api.ts';
import en from './history.en.json' with { type: 'json' };
import tr from './history.tr.json' with { type: 'json' };
import * as summaryApi from './summary-api.ts';
import * as targetApi from './target-api.ts';
import { upcasters } from './upcasters.ts';

export const rows = feature({
  api: { ...api, ...summaryApi, ...targetApi, ...findApi },
  events,
  upcasters,
  history: { tr, en },
});
