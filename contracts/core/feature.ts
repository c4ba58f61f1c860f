import type { Call } from './call.ts';
import type { EventDefinition, Upcaster } from './event.ts';

/** Sentences by type of event. */
type Sentences = Readonly<Record<string, string>>;

/** The contracts of a feature. */
export interface Feature {
  readonly calls: readonly Call[];
  readonly events: readonly EventDefinition[];
  readonly upcasters: readonly Upcaster[];
  /** The sentences of the history about the feature's events. */
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

/** Collects the calls and events that a feature's files export. */
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
