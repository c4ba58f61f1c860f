import * as z from 'zod';
import { because, event } from './event.ts';
import { Id } from './ids.ts';

/**
 * Stream `request-<hash>`: a request whose name its caller chose had nothing to change. `revision`:
 * of the stream it was about, when it was decided.
 * Without it the same request, later, would change what others have written since.
 */
export const nothingChanged = event('nothing-changed', {
  version: 1,
  shape: { projectId: Id.optional(), accountId: Id.optional(), revision: z.int() },
  open: { projectId: because.key, accountId: because.key, revision: because.id },
});

/** 53 bits of a text (cyrb53). */
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
 * A short name for a caller's request. It hides nothing, and two may meet: who finds a place by it
 * looks whose request stands there.
 */
export const requestKey = (actor: string, request: string): string =>
  [0, 1].map(seed => hash(`${actor}\n${request}`, seed).toString(36)).join('.');
