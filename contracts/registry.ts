import type { Call } from './core/call.ts';
import type { EventDefinition, Upcaster } from './core/event.ts';
import { feature, type Feature } from './core/feature.ts';
import type { Language } from './core/language.ts';
import { nothingChanged } from './core/request.ts';
import { accounts } from './features/accounts/feature.ts';
import { administration } from './features/administration/feature.ts';
import { attachments } from './features/attachments/feature.ts';
import { backups } from './features/backups/feature.ts';
import { cellFiles } from './features/cell-files/feature.ts';
import { copies } from './features/copies/feature.ts';
import { cors } from './features/cors/feature.ts';
import { customEndpoints } from './features/custom-endpoints/feature.ts';
import { docs } from './features/docs/feature.ts';
import { endpointRequests } from './features/endpoint-requests/feature.ts';
import { erasure } from './features/erasure/feature.ts';
import { finder } from './features/finder/feature.ts';
import { health } from './features/health/feature.ts';
import { history as historyFeature } from './features/history/feature.ts';
import { keys } from './features/keys/feature.ts';
import { looks } from './features/looks/feature.ts';
import { master } from './features/master/feature.ts';
import { math } from './features/math/feature.ts';
import { members } from './features/members/feature.ts';
import { monitoring } from './features/monitoring/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { ownAccount } from './features/own-account/feature.ts';
import { portable } from './features/portable/feature.ts';
import { pricing } from './features/pricing/feature.ts';
import { projects } from './features/projects/feature.ts';
import { readMarks } from './features/read-marks/feature.ts';
import { rowFiles } from './features/row-files/feature.ts';
import { rows } from './features/rows/feature.ts';
import { savedViews } from './features/saved-views/feature.ts';
import { status } from './features/status/feature.ts';
import { storage } from './features/storage/feature.ts';
import { tables } from './features/tables/feature.ts';
import { threads } from './features/threads/feature.ts';
import { transfers } from './features/transfers/feature.ts';
import { webhooks } from './features/webhooks/feature.ts';
import { widgets } from './features/widgets/feature.ts';

/** Contracts without a feature. */
const core = feature({ api: {}, events: { nothingChanged } });

/** All contracts by feature, in the order of their descriptions. */
export const features: Readonly<Record<string, Feature>> = {
  accounts,
  ownAccount,
  projects,
  keys,
  cors,
  members,
  tables,
  transfers,
  copies,
  finder,
  rows,
  rowFiles,
  cellFiles,
  endpointRequests,
  customEndpoints,
  widgets,
  webhooks,
  savedViews,
  threads,
  attachments,
  storage,
  readMarks,
  notifications,
  history: historyFeature,
  status,
  monitoring,
  administration,
  portable,
  backups,
  pricing,
  master,
  erasure,
  looks,
  math,
  health,
  docs,
  core,
};

const all = Object.values(features);

const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** The calls of each feature that has some, by its id in the documentation: `saved-views`. */
export const callsByModule: ReadonlyMap<string, readonly Call[]> = new Map(
  Object.entries(features)
    .filter(([, { calls }]) => calls.length > 0)
    .map(([name, { calls }]) => [kebab(name), calls]),
);

/** Every call of the API. */
export const calls: readonly Call[] = all.flatMap(({ calls }) => calls);

/** Every type of event, including those no longer written. */
export const events: readonly EventDefinition[] = all.flatMap(({ events }) => events);

export const upcasters: readonly Upcaster[] = all.flatMap(({ upcasters }) => upcasters);

const sentences = (language: Language): Readonly<Record<string, string>> =>
  Object.assign({}, ...all.map(({ history }) => history[language])) as Readonly<
    Record<string, string>
  >;

/** The sentence of the history for each type of event, in both languages. */
export const historyTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  tr: sentences('tr'),
  en: sentences('en'),
};
