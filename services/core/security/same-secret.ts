import { timingSafeEqual } from 'node:crypto';
import { nfc } from '@hzm/contracts/core/normal';

/** Whether two secrets are equal in NFC; the duration depends on their length only. */
export function sameSecret(a: string, b: string): boolean {
  const [x, y] = [a, b].map(text => Buffer.from(nfc(text))) as [Buffer, Buffer];
  return x.length === y.length && timingSafeEqual(x, y);
}
