import { createCipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { JsonObject } from '@hzm/contracts/core/json';
import { events, upcasters } from '@hzm/contracts/registry';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { Codec } from '@hzm/services/core/codec';
import type { Request } from '@hzm/services/core/command-loop';
import type { Appended, EventStore, NewEvent } from '@hzm/services/core/ports/event-store';

export const newVault = (): SqliteKeyVault => new SqliteKeyVault(':memory:', Buffer.from('a secret for tests only'));
export const newCodec = (vault = newVault()): Codec => new Codec(vault, events, upcasters);

/** What a log may hold that was written before anything bounded it: form, nonce, tag, deflated text. */
export function sealedBefore(key: KeyObject, type: string, secret: JsonObject): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(type));
  const body = cipher.update(deflateRawSync(JSON.stringify(secret), { level: 1 }));
  cipher.final();
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body]).toString('base64');
}

export const request = (id: string, more: Partial<Request> = {}): Request => ({ actor: 'a', id, repeatable: true, digest: 'd', ...more });

/** What becomes of an append: it is made, and then the answer is lost; or it is not, and something else happens instead. */
export type Fate = (append: () => Promise<Appended>) => Promise<Appended>;

/** A log in memory whose next appends have these fates, in this order. */
export class FatefulStore extends MemoryEventStore implements EventStore {
  readonly fates: Fate[] = [];

  override append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    const append = () => super.append(stream, expected, events);
    return (this.fates.shift() ?? (made => made()))(append);
  }
}
