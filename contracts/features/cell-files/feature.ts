import { feature } from '../../core/feature.ts';
import * as api from './api.ts';
import * as events from './events.ts';
import en from './history.en.json' with { type: 'json' };
import tr from './history.tr.json' with { type: 'json' };

export const cellFiles = feature({ api, events, history: { tr, en } });
