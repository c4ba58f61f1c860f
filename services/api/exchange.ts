import type { Call } from '@hzm/contracts/core/call';
import type { Engine } from '@hzm/services/core/engine';
import type { Request, Response } from 'express';
import type { Throttle } from './throttle.ts';

/** A request of a call with its response. */
export interface Exchange {
  readonly engine: Engine;
  readonly throttle: Throttle;
  readonly call: Call;
  readonly request: Request;
  readonly response: Response;
  /** The request id. */
  readonly id: string;
  /** Whether the client chose the id, so that the request may be repeated. */
  readonly repeatable: boolean;
}
