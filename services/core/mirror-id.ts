import { createHash } from 'node:crypto';
import { timeOfId, uuidV7 } from '@hzm/contracts/core/ids';

/**
 * The id that a table or field of a project has in its test environment, and the other way round:
 * asked twice, it answers the first id again, so
 * that two schemas know their counterparts without a list of them, whichever of both something was
 * added to first. Keeps the time in the id, and so its order.
 * @param id a UUIDv7 @param testProjectId of the test environment, in both directions
 */
export function mirrorId(id: string, testProjectId: string): string {
  const mask = createHash('sha256').update(`mirror\n${testProjectId}`).digest().subarray(0, 8);
  const hex = id.replaceAll('-', '');
  const masked = Buffer.from(hex.slice(16), 'hex').map((byte, i) => byte ^ mask[i]!);
  return uuidV7(
    Number.parseInt(hex.slice(0, 12), 16),
    Number.parseInt(hex.slice(13, 16), 16),
    masked,
  );
}

/**
 * The id of the test environment that is made next: whoever goes on with a creation that was
 * interrupted goes on with the same project, so that nothing
 * of it is ever left over. @param seed the id of what happened last: the project's, that of the
 * hand-over by which it came, or of its test environment before
 */
export function testEnvironmentIdAfter(seed: string): string {
  const hash = createHash('sha256').update(`test environment\n${seed}`).digest();
  return uuidV7(timeOfId(seed) ?? 0, hash.readUInt16BE(8) & 0xfff, hash.subarray(0, 8));
}
