import { Problem } from '@hzm/contracts/core/problem';
import { closingDocs, erasureDocs } from '@hzm/projections/features/erasure/erasure';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { LRUCache } from 'lru-cache';
import { closeAccount } from './close-account.ts';
import { erasePerson } from './erase-person.ts';

/** Maximum deletions checked in a round, newest first; interrupted ones are recent. */
const MAX_CLOSINGS = 1_000;

/**
 * Finishes interrupted deletions of accounts and erasures of people, because the person has no
 * session any more to repeat the request. Repeating a finished one changes nothing.
 */
export class Closings {
  readonly #engine: Engine;
  /** Keys of the deletions that this process has finished. */
  readonly #finished = new LRUCache<string, true>({ max: 2 * MAX_CLOSINGS });

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws the first failure, after all others were tried */
  async round(): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    for (const [collection, finish] of [
      [erasureDocs, erasePerson],
      [closingDocs, closeAccount],
    ] as const) {
      const { docs } = await this.#engine.model.find({
        collection,
        sort: { by: 'created', descending: true },
        limit: MAX_CLOSINGS,
      });
      for (const { id } of docs) {
        const key = `${collection.name} ${id}`;
        if (this.#finished.has(key)) continue;
        try {
          await finish({ engine: this.#engine, request: systemRequest() }, id);
          this.#finished.set(key, true);
        } catch (error) {
          // Another request is running it, or it was refused.
          if (!(error instanceof Problem)) failure ??= { error };
        }
      }
    }
    if (failure) throw failure.error;
  }
}
