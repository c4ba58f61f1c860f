import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '@hzm/contracts/core/json';
import { BadBackup, MAX_FRAME_BYTES, type FrameKind, type Header } from './format.ts';

/** One key derivation takes 64 MiB and about 0.1 s, which slows down guessing. */
const SCRYPT_COST = 65_536;
const BLOCK_SIZE = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Derivation = NonNullable<Header['passphrase']>;

export const newDerivation = (): Derivation => ({
  kdf: 'scrypt',
  cost: SCRYPT_COST,
  blockSize: BLOCK_SIZE,
  salt: randomBytes(16).toString('base64'),
});

/**
 * Returns the key of all payloads of a file, undefined if they are not encrypted. @throws BadBackup
 * when file and passphrase do not match
 */
export function payloadKey(
  derivation: Header['passphrase'],
  passphrase: string | undefined,
): Buffer | undefined {
  if (derivation === null) return undefined;
  if (passphrase === undefined)
    throw new BadBackup(
      'The backup is encrypted: set HZM_BACKUP_PASSPHRASE to the passphrase that it was made with.',
    );
  const { cost, blockSize, salt } = derivation;
  // The file names the cost, so a hostile one could ask for gigabytes.
  if (cost > SCRYPT_COST * 16 || blockSize > BLOCK_SIZE * 2)
    throw new BadBackup(
      'The backup asks for more work to open it than any version of HZM does: it was changed.',
    );
  return scryptSync(passphrase, Buffer.from(salt, 'base64'), 32, {
    N: cost,
    r: blockSize,
    p: 1,
    maxmem: 256 * cost * blockSize,
  });
}

/**
 * Packs and encrypts a value as a frame's payload. @param before digest of the previous frame,
 * which binds the payload to its position
 */
export function sealPayload(
  value: Json,
  kind: FrameKind,
  before: Buffer,
  key: Buffer | undefined,
): Buffer {
  const packed = deflateRawSync(JSON.stringify(value), { level: 1 });
  if (!key) return packed;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(
    Buffer.concat([Buffer.from(kind), before]),
  );
  return Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
}

/** @throws BadBackup */
export function openPayload(
  payload: Buffer,
  kind: FrameKind,
  before: Buffer,
  key: Buffer | undefined,
): Json {
  return JSON.parse(unpacked(key ? decrypted(payload, kind, before, key) : payload)) as Json;
}

function decrypted(payload: Buffer, kind: FrameKind, before: Buffer, key: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, payload.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.concat([Buffer.from(kind), before]))
      .setAuthTag(payload.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(payload.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    throw new BadBackup(
      'HZM_BACKUP_PASSPHRASE is not the passphrase that the backup was made with.',
    );
  }
}

function unpacked(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_FRAME_BYTES }).toString();
  } catch (error) {
    throw new BadBackup('What the backup holds cannot be unpacked.', { cause: error });
  }
}
