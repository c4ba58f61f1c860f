import { events, upcasters } from '@hzm/contracts/registry';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import type { Request } from '@hzm/services/core/commands/request';
import { Codec } from '@hzm/services/core/events/codec';
import type { Appended, EventStore, NewEvent } from '@hzm/services/core/ports/event-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';

export const newVault = (): SqliteKeyVault =>
  new SqliteKeyVault(':memory:', Buffer.from('a secret for tests only'));
export const newCodec = (vault: KeyVault = newVault()): Codec =>
  new Codec(vault, events, upcasters);

export const request = (id: string, more: Partial<Request> = {}): Request => ({
  actor: 'a',
  id,
  repeatable: true,
  digest: 'd',
  ...more,
});

/**
 * Outcome of an append: it is made and its answer is lost, or something else happens instead of it.
 */
export type Fate = (append: () => Promise<Appended>) => Promise<Appended>;

/** A log in memory whose next appends have these fates, in this order. */
export class FaultInjectingEventStore extends MemoryEventStore implements EventStore {
  readonly fates: Fate[] = [];

  override append(
    stream: string,
    expected: number,
    events: readonly NewEvent[],
  ): Promise<Appended> {
    const append = () => super.append(stream, expected, events);
    return (this.fates.shift() ?? (made => made()))(append);
  }
}
