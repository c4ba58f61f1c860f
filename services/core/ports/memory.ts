import { AsyncLocalStorage } from 'node:async_hooks';
import { BACKSLASH, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from '../json/bytes.ts';

/** Work that answers for the memory of the documents that it reads. */
export interface Claimant {
  /** Counts memory in bytes before it is taken. @throws Problem if there is no room for it */
  claim(bytes: number): void;
  /** The same for memory that stays with the work: nothing gives it back before the end. */
  keep(bytes: number): void;
  /** The same for JSON that is about to be parsed. */
  claimJson(json: string | Uint8Array): void;
  /** Refuses JSON of these bytes before it is read, if it would find no room. @throws Problem */
  foreseeJson(bytes: number): void;
  /** Memory in bytes that is claimed, besides what stays. */
  readonly held: number;
  /** Gives back what was claimed beyond these bytes. */
  returnTo(held: number): void;
  /** From now on a refusal would hide that something was written, so every claim succeeds. */
  written(): void;
}

const claimants = new AsyncLocalStorage<Claimant>();

/** Runs work whose reads count for this claimant. */
export const claiming = <T>(claimant: Claimant, work: () => T): T => claimants.run(claimant, work);

/** Runs the server's own work, whose reads count for nobody, even if a request starts it. */
export const unclaimed = <T>(work: () => T): T => claimants.exit(work);

/** Returns the claimant of the running work; undefined for the server's own. */
export const claimant = (): Claimant | undefined => claimants.getStore();

/**
 * Returns a function that gives back what the running work claims from now on, once it has let go
 * of those documents.
 */
export function letGo(): () => void {
  const own = claimants.getStore();
  const held = own?.held ?? 0;
  return () => own?.returnTo(held);
}

/** Memory in bytes of the parts of a parsed value, measured (decision 0042). */
const OBJECT_BYTES = 56;
const ARRAY_BYTES = 44;
const MEMBER_BYTES = 16;
const TEXT_BYTES = 16;

/** The most memory that a byte of JSON takes: of a list of empty objects. */
export const MOST_PER_BYTE = 24;

/** Empty objects take twice the memory that `weigh` has for them. */
export const MEMORY_PER_WEIGHT = 2;

/**
 * Estimates the memory of a JSON value from its text, in bytes, without parsing it. Names of
 * members count little, because they mostly recur.
 */
export function weighJson(json: string | Uint8Array): number {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  let sum = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const from = at + 1;
      for (at = from; at < bytes.length && bytes[at] !== QUOTE; at++)
        if (bytes[at] === BACKSLASH) at++;
      sum += TEXT_BYTES + (at - from) * (bytes[at + 1] === COLON ? 1 : 2);
    } else if (byte === OPEN_OBJECT) sum += OBJECT_BYTES;
    else if (byte === OPEN_ARRAY) sum += ARRAY_BYTES;
    else sum += byte === COMMA ? MEMBER_BYTES : 2;
  }
  return sum;
}
