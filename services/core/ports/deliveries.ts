import type { Position } from '@hzm/contracts/core/position';

/** A request to a receiver outside. `signal` ends it early. */
export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal;
}

/** The reason why a request has no answer. `refused` is an address within the network. */
export type NoAnswer =
  | 'refused'
  | 'name-unknown'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'protocol';

/** The result of a request: the status and the first bytes of the answer, or the failure. */
export type Delivered =
  | { readonly status: number; readonly answer: string; readonly milliseconds: number }
  | { readonly failure: NoAnswer; readonly milliseconds: number };

/** Sends requests to receivers whose addresses strangers choose. Never rejects. */
export interface DeliverySender {
  send(delivery: Delivery): Promise<Delivered>;
  close(): void;
}

/** Progress of the deliveries of a project's events. */
export interface DeliveryState {
  /** Position of the last event that needs no request any more. */
  readonly cursor: Position;
  /** Position of the last change of settings that the cursor follows; null before the first. */
  readonly settingsAt: Position | null;
  /** Position of the last request to go on that the cursor follows; null before the first. */
  readonly goAt: Position | null;
  /** Failed attempts at the next event. */
  readonly tries: number;
  /** Time of the next attempt in milliseconds since 1970; null for at once. */
  readonly nextAt: number | null;
  /** Whether the last answer was late or missing. */
  readonly isSlow: boolean;
}

/** A request that was sent. `sealed` is the answer's text, sealed under the project's key. */
export interface RecordedDelivery {
  readonly id: string;
  readonly projectId: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly type: string;
  readonly position: Position | null;
  readonly eventId: string;
  readonly attempt: number;
  readonly isAsked: boolean;
  readonly milliseconds: number;
  readonly status: number | null;
  readonly failure: string | null;
  readonly sealed: string;
}

/** Maximum recorded requests per project. */
export const DELIVERIES_KEPT = 100;

/**
 * Progress and records of deliveries outside the log, because every event would need one of its
 * own. Shared by the processes of an installation. Every method may throw Unavailable.
 */
export interface DeliveryStore {
  state(projectId: string): Promise<DeliveryState | undefined>;
  save(projectId: string, state: DeliveryState): Promise<void>;
  /** Stores a record, and drops the project's oldest beyond `DELIVERIES_KEPT`. */
  record(delivery: RecordedDelivery): Promise<void>;
  /** Returns the records of a project, newest first. */
  records(projectId: string): Promise<readonly RecordedDelivery[]>;
  /** Deletes everything about a project. */
  forget(projectId: string): Promise<void>;
  close(): Promise<void>;
}
