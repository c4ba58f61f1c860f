import { createHash } from 'node:crypto';

/** The SHA-256 of a text, 32 bytes. */
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
