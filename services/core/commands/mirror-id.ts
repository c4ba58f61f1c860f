import { createHash } from 'node:crypto';
import { timeOfId, uuidV7 } from '@hzm/contracts/core/ids';

/**
 * Maps the id of a table or field between a project and its test environment. It is its own
 * inverse, so that schemas find counterparts without a list, and it keeps the time and so the
 * order.
 * @param id a UUIDv7
 * @param testProjectId of the test environment, in both directions
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
 * Returns the id of the next test environment, so that an interrupted creation resumes with the
 * same project and leaves nothing behind.
 * @param seed the id of the last event: the project, its hand-over, or its previous test
 * environment
 */
export function testEnvironmentIdAfter(seed: string): string {
  const hash = createHash('sha256').update(`test environment\n${seed}`).digest();
  return uuidV7(timeOfId(seed) ?? 0, hash.readUInt16BE(8) & 0xfff, hash.subarray(0, 8));
}
