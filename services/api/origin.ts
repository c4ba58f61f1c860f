import { Problem } from '@hzm/contracts/core/problem';
import type { Request } from 'express';

/** Refuses a key that a page of another site sends. A request without `Origin` comes from no page. @throws Problem ORIGIN_NOT_ALLOWED */
export function checkOrigin(request: Request): void {
  const origin = request.get('origin');
  if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === request.host)) throw new Problem('ORIGIN_NOT_ALLOWED');
}
