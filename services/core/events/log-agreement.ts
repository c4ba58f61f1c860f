import type { CollectionSpec } from '@hzm/contracts/core/collection';
import type { EventStore } from '../ports/event-store.ts';
import type { LastEvent, ReadModel } from '../ports/read-model.ts';
import { Unavailable } from '../ports/unavailable.ts';
import type { Views } from '../projecting/views.ts';

interface Parts {
  readonly store: EventStore;
  readonly model: ReadModel;
  readonly views: Views;
  readonly isWriter: () => boolean;
  /** Called when views that are ahead of the log or differ from it are emptied for a rebuild. */
  readonly emptied: () => void;
}

/**
 * Compares the log with the views built from it and with the events this process handled, because
 * an older copy may have replaced the log.
 */
export class LogAgreement {
  readonly #parts: Parts;
  /** The last event that the views or this process handled, if its id is known. */
  #last: LastEvent | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Records the last event that this process has handled. */
  note({ position, id }: LastEvent): void {
    this.#last = { position, id };
  }

  /**
   * Whether the log still has the last handled event.
   * @throws Unavailable
   */
  async isKept(): Promise<boolean> {
    return (
      this.#last === undefined ||
      (await this.#parts.store.eventIdAt(this.#last.position)) === this.#last.id
    );
  }

  /**
   * Ensures that the views were built from this log; the writer empties views built from another
   * copy.
   * @throws Unavailable in a process that only reads them, until that is done
   */
  async settle(log: string, collections: readonly CollectionSpec[]): Promise<void> {
    const { store, model, views, isWriter, emptied } = this.#parts;
    const last = await views.last();
    const there = last && (await store.eventIdAt(last.position));
    if (last && (there === undefined || there !== (last.id ?? there))) {
      if (!isWriter())
        throw new Unavailable(
          'the views hold more than the log; the process that writes them builds them anew',
        );
      emptied();
      await model.retain([]);
      await model.define(collections);
      await model.bindLog(log);
    }
    this.#last = await model.lastEvent();
  }
}
