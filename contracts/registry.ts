import type { EventDefinition, Upcaster } from './core/event.ts';
import type { Call } from './core/call.ts';
import * as accountCalls from './features/accounts/api.ts';
import * as accountEvents from './features/accounts/events.ts';
import * as healthCalls from './features/health/api.ts';
import * as historyCalls from './features/history/api.ts';
import * as projectCalls from './features/projects/api.ts';
import * as projectEvents from './features/projects/events.ts';
import { upcasters as projectUpcasters } from './features/projects/upcasters.ts';
import * as rowCalls from './features/rows/api.ts';
import * as rowEvents from './features/rows/events.ts';
import * as tableCalls from './features/tables/api.ts';
import * as tableEvents from './features/tables/events.ts';

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'method' in value && 'answer' in value;
const isEvent = (value: unknown): value is EventDefinition => typeof value === 'function' && 'sealed' in value;

/** Everything the server can be asked. */
export const calls: readonly Call[] = [accountCalls, projectCalls, tableCalls, rowCalls, historyCalls, healthCalls]
  .flatMap(feature => Object.values(feature).filter(isCall));

/** Every type of event there is or was. */
export const events: readonly EventDefinition[] = [accountEvents, projectEvents, tableEvents, rowEvents]
  .flatMap(feature => Object.values(feature).filter(isEvent));

export const upcasters: readonly Upcaster[] = [...projectUpcasters];
