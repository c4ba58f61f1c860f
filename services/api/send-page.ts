import { createHash } from 'node:crypto';
import type { PageAnswer } from '@hzm/services/core/engine';
import type { Request, Response } from 'express';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
const only = (text: string): string => (text === '' ? "'none'" : `'sha256-${digest(text)}'`);
/** Characters of a source in a policy; any other could end it. */
const SOURCE = /^[\w.*:/-]+$/;

/** Lets a page run its own style and script only, and be framed by the given origins. */
const policyOf = ({ style, script, framedBy }: PageAnswer): string =>
  [
    "default-src 'none'",
    `style-src ${only(style)}`,
    `script-src ${only(script)}`,
    `connect-src ${script === '' ? "'none'" : "'self'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...framedBy.filter(one => SOURCE.test(one))].join(' ')}`,
  ].join('; ');

/** Sends a page for anybody, or 304 if the client has it. */
export function sendPage(
  request: Request,
  response: Response,
  page: PageAnswer,
  status: number,
): void {
  response.status(status).set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policyOf(page),
    'Content-Type': `${page.type}; charset=utf-8`,
    ETag: `"${digest(page.body).slice(0, 27)}"`,
    'Referrer-Policy': 'no-referrer',
  });
  response.vary('Accept-Language');
  if (request.fresh) return void response.status(304).end();
  response.end(page.body);
}
