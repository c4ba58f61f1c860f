import type { MessagePort } from 'node:worker_threads';

/**
 * Exports of a module that runs in a thread. `serve` is called once for each port; `tell` sends a
 * notification there.
 */
export interface Served {
  readonly serve: (tell: (said?: unknown) => void) => Calls;
}

/** Loads a module to be called on a port. */
export interface LoadMessage {
  readonly module: string;
  readonly port: MessagePort;
}

/** The calls of a module, by name; each takes one cloneable argument. */
// oxlint-disable-next-line typescript/no-explicit-any -- each call has an argument of its own
export type Calls = Readonly<Record<string, (argument: any) => unknown>>;

export interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** An error in a form that passes between threads, which would lose its members. */
export interface ErrorMessage {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly errcode?: number;
  readonly cause?: ErrorMessage;
}

/** A message from a module that answers no call. */
export interface Notification {
  readonly said: unknown;
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: ErrorMessage;
}
