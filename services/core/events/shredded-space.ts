import type { EventDefinition } from '@hzm/contracts/core/event';
import type { EventStore } from '../ports/event-store.ts';
import type { KeyVault } from '../ports/key-vault.ts';
import { scopeOf } from '../ports/scope.ts';
import { slice } from '../ports/slices.ts';
import type { ProjectedEvent } from '../projecting/projector-parts.ts';
import { shreddingTypes } from './crypto-shredder.ts';

interface Parts {
  readonly store: Pick<EventStore, 'empty'>;
  readonly vault: Pick<KeyVault, 'destroyed' | 'isDestroyed'>;
  readonly definitions: readonly EventDefinition[];
}

/**
 * Frees the log's space of events with destroyed keys, for deletions during this process and
 * before. Only for stores that can change their events.
 */
export class ShreddedSpace {
  readonly #parts: Parts;
  readonly #types: ReadonlySet<string>;
  readonly #pending = new Set<string>();
  readonly #stop = new AbortController();
  #knowsEarlier = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#types = shreddingTypes(parts.definitions);
  }

  /** Called with each batch after its documents are written. */
  readonly note = (batch: readonly ProjectedEvent[]): void => {
    if (!this.#parts.store.empty) return;
    for (const {
      event: { type, data },
    } of batch) {
      const scope = this.#types.has(type) ? scopeOf(data) : undefined;
      if (scope !== undefined) this.#pending.add(scope);
    }
  };

  /**
   * Empties the events of everything deleted until now. Called periodically; failures are retried.
   */
  async round(): Promise<void> {
    const { store, vault } = this.#parts;
    if (!store.empty) return;
    if (!this.#knowsEarlier) for await (const scope of vault.destroyed()) this.#pending.add(scope);
    this.#knowsEarlier = true;
    const scopes: string[] = [];
    // The vault must confirm a deletion: events that can still be opened stay.
    for (const scope of this.#pending) {
      if (await vault.isDestroyed(scope)) scopes.push(scope);
      await slice();
    }
    if (scopes.length === 0) return;
    await store.empty(scopes, this.#stop.signal);
    if (!this.#stop.signal.aborted) for (const scope of scopes) this.#pending.delete(scope);
  }

  /** Ends a round in progress soon; the next process resumes. */
  close(): void {
    this.#stop.abort();
  }
}
