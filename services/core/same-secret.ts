import { timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same text; its duration depends on their length only. */
export function sameSecret(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
