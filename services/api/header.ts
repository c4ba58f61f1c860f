import type { Request } from 'express';

/** A header's text; an empty one is an absent one. */
export const headerOf = (request: Request, name: string): string | undefined =>
  request.get(name) || undefined;
