import type { MessagePort } from 'node:worker_threads';

/** What a module that is served in a thread exports: called once for whoever asks it, each time with what tells them something unasked. */
export interface Served {
  readonly serve: (tell: (said?: unknown) => void) => Calls;
}

/** What a thread is to serve, and where. */
export interface Hosted {
  readonly module: string;
  readonly port: MessagePort;
}

/** What is asked, by name; each takes one argument that can be copied. */
// oxlint-disable-next-line typescript/no-explicit-any -- each call has an argument of its own
export type Calls = Readonly<Record<string, (argument: any) => unknown>>;

export interface Asked {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** An error as it comes from one thread to another; its own members would be lost on the way. */
export interface ErrorMessage {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly errcode?: number;
  readonly cause?: ErrorMessage;
}

/** What a thread says by itself. */
export interface Unasked {
  readonly said: unknown;
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: ErrorMessage;
}
