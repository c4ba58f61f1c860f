import type { Request } from 'express';

/** Returns a header's text; an empty header counts as absent. */
export const headerOf = (request: Request, name: string): string | undefined =>
  request.get(name) || undefined;
