import { START, type Position } from '@hzm/contracts/core/position';
import type { EventStore, StoredEvent } from '@hzm/services/core/ports/event-store';
import type { BackupContents } from './contents.ts';

/** The events of a backup as a log, read from beginning to end, repeatedly. */
export class BackupLog implements Pick<EventStore, 'readAll'> {
  readonly #contents: BackupContents;
  readonly #until: string | undefined;
  #frames: Iterator<readonly StoredEvent[]> | undefined;
  #waiting: StoredEvent[] = [];
  #at: Position = START;
  #isOver = false;

  /** @param until an ISO time; the log ends before the first later event */
  constructor(contents: BackupContents, until?: string) {
    this.#contents = contents;
    this.#until = until;
  }

  async readAll({ after, limit }: { after: Position; limit: number }): Promise<StoredEvent[]> {
    if (!this.#frames || after < this.#at) this.#begin();
    const found: StoredEvent[] = [];
    while (found.length < limit && this.#fill()) {
      const event = this.#waiting.shift()!;
      this.#at = event.position;
      if (event.position > after) found.push(event);
    }
    return found;
  }

  #begin(): void {
    this.#frames = this.#contents.events();
    this.#waiting = [];
    this.#at = START;
    this.#isOver = false;
  }

  /** Fills the buffer. @returns whether there is another event */
  #fill(): boolean {
    while (this.#waiting.length === 0 && !this.#isOver) {
      const { value, done } = this.#frames!.next();
      if (done) this.#isOver = true;
      else this.#waiting = [...value];
    }
    const next = this.#waiting[0];
    if (
      next &&
      this.#until !== undefined &&
      typeof next.meta['at'] === 'string' &&
      next.meta['at'] > this.#until
    ) {
      this.#waiting = [];
      this.#isOver = true;
    }
    return this.#waiting.length > 0;
  }
}
