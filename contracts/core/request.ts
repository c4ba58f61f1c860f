import * as z from 'zod';
import { because, event } from './event.ts';
import { Id } from './ids.ts';

/**
 * Stream `request-<hash>`. Records that a request whose id the caller chose changed nothing at
 * `revision` of its stream; without it, a retry would overwrite later changes of others.
 */
export const nothingChanged = event('nothing-changed', {
  version: 1,
  shape: { projectId: Id.optional(), accountId: Id.optional(), revision: z.int() },
  open: { projectId: because.key, accountId: because.key, revision: because.id },
});

/** Returns 53 bits of a text's hash (cyrb53). */
function hash(text: string, seed: number): number {
  let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}

/**
 * Returns a short hash of a caller's request id. It hides nothing and may collide: a reader must
 * verify the request found under it.
 */
export const requestKey = (actor: string, request: string): string =>
  [0, 1].map(seed => hash(`${actor}\n${request}`, seed).toString(36)).join('.');
