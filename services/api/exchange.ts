import type { Call } from '@hzm/contracts/core/call';
import type { Engine } from '@hzm/services/core/engine';
import type { Request, Response } from 'express';
import type { Throttle } from './throttle.ts';

/** One request of a call, and its answer. */
export interface Exchange {
  readonly engine: Engine;
  readonly throttle: Throttle;
  readonly call: Call;
  readonly request: Request;
  readonly response: Response;
  /** The request's name. */
  readonly id: string;
  /** The client chose the name, and may ask the same again. */
  readonly repeatable: boolean;
}
