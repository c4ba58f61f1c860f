import { createHash } from 'node:crypto';
import { uuidV7 } from '@hzm/contracts/core/ids';

/**
 * The id that a table or field of a project has in its test environment, and the other way round: asked twice, it answers the first id again, so
 * that two schemas know their counterparts without a list of them, whichever of both something was added to first. Keeps the time in the id, and so its order.
 * @param id a UUIDv7 @param testProjectId of the test environment, in both directions
 */
export function mirrorId(id: string, testProjectId: string): string {
  const mask = createHash('sha256').update(`mirror\n${testProjectId}`).digest().subarray(0, 8);
  const hex = id.replaceAll('-', '');
  const masked = Buffer.from(hex.slice(16), 'hex').map((byte, i) => byte ^ mask[i]!);
  return uuidV7(Number.parseInt(hex.slice(0, 12), 16), Number.parseInt(hex.slice(13, 16), 16), masked);
}
