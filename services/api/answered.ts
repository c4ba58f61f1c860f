import type { Response } from 'express';

/** Facts about an answered request for the logs, without its content. */
export interface Answered {
  /** The call's name, such as `add-row`; absent for pages, files and unknown paths. */
  call?: string;
  /** The pattern of its path. */
  route?: string;
  actor?: string;
  /** The account that pays. */
  account?: string;
  /** The project that the caller was allowed to ask about, or that the calling key is of. */
  projectId?: string;
  /** Code of the refusal. */
  code?: string;
  /** Position of the last event written. */
  position?: string;
  /** Whether the request log leaves the request out unless it fails. */
  isUnrecorded?: boolean;
}

/** Returns the facts that a route fills in. */
export const answered = (response: Response): Answered => response.locals;
