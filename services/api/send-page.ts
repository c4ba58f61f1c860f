import { createHash } from 'node:crypto';
import type { PageAnswer } from '@hzm/services/core/engine';
import { countUnread, type Sending } from './unread.ts';

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

/**
 * Sends a page for anybody, or 304 if the client has it.
 * @throws Problem NOT_READY if other answers to the address are not taken
 */
export function sendPage(sending: Sending, page: PageAnswer, status: number): void {
  const { request, response } = sending;
  response.status(status).set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policyOf(page),
    'Content-Type': `${page.type}; charset=utf-8`,
    ETag: `"${digest(page.body).slice(0, 27)}"`,
    'Referrer-Policy': 'no-referrer',
  });
  response.vary('Accept-Language');
  if (request.fresh) return void response.status(304).end();
  const body = Buffer.from(page.body);
  countUnread(sending, body.length);
  response.end(body);
}
