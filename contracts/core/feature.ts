import type { Call } from './call.ts';
import type { EventDefinition, Upcaster } from './event.ts';

/** Sentences by type of event. */
type Sentences = Readonly<Record<string, string>>;

/** What a feature adds to the contracts. */
export interface Feature {
  readonly calls: readonly Call[];
  readonly events: readonly EventDefinition[];
  readonly upcasters: readonly Upcaster[];
  /** How the history tells its events. */
  readonly history: { readonly tr: Sentences; readonly en: Sentences };
}

interface Definition {
  /** The exports of `api.ts`. */
  readonly api: object;
  /** The exports of `events.ts`. */
  readonly events?: object;
  readonly upcasters?: readonly Upcaster[];
  readonly history?: Feature['history'];
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'answer' in value;
const isEvent = (value: unknown): value is EventDefinition =>
  typeof value === 'function' && 'open' in value;

/** Gathers what the files of a feature define. */
export const feature = ({
  api,
  events = {},
  upcasters = [],
  history = { tr: {}, en: {} },
}: Definition): Feature => ({
  calls: Object.values(api).filter(isCall),
  events: Object.values(events).filter(isEvent),
  upcasters,
  history,
});
