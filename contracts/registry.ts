import type { EventDefinition, Upcaster } from './core/event.ts';
import type { Call } from './core/call.ts';
import { nothingChanged } from './core/request.ts';
import * as accountCalls from './features/accounts/api.ts';
import * as accountEvents from './features/accounts/events.ts';
import * as healthCalls from './features/health/api.ts';
import * as historyCalls from './features/history/api.ts';
import * as projectCalls from './features/projects/api.ts';
import * as projectEvents from './features/projects/events.ts';
import { upcasters as projectUpcasters } from './features/projects/upcasters.ts';
import * as rowCalls from './features/rows/api.ts';
import * as rowEvents from './features/rows/events.ts';
import { upcasters as rowUpcasters } from './features/rows/upcasters.ts';
import * as statusCalls from './features/status/api.ts';
import * as statusEvents from './features/status/events.ts';
import * as tableCalls from './features/tables/api.ts';
import * as tableEvents from './features/tables/events.ts';
import accountHistoryEn from './features/accounts/history.en.json' with { type: 'json' };
import accountHistoryTr from './features/accounts/history.tr.json' with { type: 'json' };
import historyEn from './features/history/history.en.json' with { type: 'json' };
import historyTr from './features/history/history.tr.json' with { type: 'json' };
import projectHistoryEn from './features/projects/history.en.json' with { type: 'json' };
import projectHistoryTr from './features/projects/history.tr.json' with { type: 'json' };
import rowHistoryEn from './features/rows/history.en.json' with { type: 'json' };
import rowHistoryTr from './features/rows/history.tr.json' with { type: 'json' };
import statusHistoryEn from './features/status/history.en.json' with { type: 'json' };
import statusHistoryTr from './features/status/history.tr.json' with { type: 'json' };
import tableHistoryEn from './features/tables/history.en.json' with { type: 'json' };
import tableHistoryTr from './features/tables/history.tr.json' with { type: 'json' };

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'method' in value && 'answer' in value;
const isEvent = (value: unknown): value is EventDefinition => typeof value === 'function' && 'open' in value;

/** Everything the server can be asked. */
export const calls: readonly Call[] = [accountCalls, projectCalls, tableCalls, rowCalls, historyCalls, statusCalls, healthCalls]
  .flatMap(feature => Object.values(feature).filter(isCall));

/** Every type of event there is or was. */
export const events: readonly EventDefinition[] = [accountEvents, projectEvents, tableEvents, rowEvents, statusEvents, { nothingChanged }]
  .flatMap(feature => Object.values(feature).filter(isEvent));

export const upcasters: readonly Upcaster[] = [...projectUpcasters, ...rowUpcasters];

/** How the history tells each type of event, in both languages. */
export const historyTexts: Readonly<Record<'tr' | 'en', Readonly<Record<string, string>>>> = {
  tr: { ...accountHistoryTr, ...projectHistoryTr, ...tableHistoryTr, ...rowHistoryTr, ...statusHistoryTr, ...historyTr },
  en: { ...accountHistoryEn, ...projectHistoryEn, ...tableHistoryEn, ...rowHistoryEn, ...statusHistoryEn, ...historyEn },
};
