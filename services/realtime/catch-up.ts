import type { Position } from '@hzm/contracts/core/position';
import type { Engine } from '@hzm/services/core/engine';
import { UnknownPosition } from '../core/ports/event-store.ts';
import { readBack } from './log.ts';
import type { ReplayBuffer } from './replay-buffer.ts';

/**
 * Extends the replay buffer back to a position from the log; concurrent requests share one read.
 */
export class CatchUp {
  readonly #engine: Engine;
  readonly #buffer: ReplayBuffer;
  #reading: Promise<void> | undefined;
  /** Positions up to this one are too old to be read back from the log. */
  #hopeless: Position | undefined;

  constructor(engine: Engine, buffer: ReplayBuffer) {
    this.#engine = engine;
    this.#buffer = buffer;
  }

  /** Whether everything later than `after` is buffered now. */
  async reach(after: Position): Promise<boolean> {
    // The position is from another log, after a restore, and cannot be continued here.
    if (after > this.#engine.projector.position) return false;
    while (
      after < this.#buffer.since &&
      !(this.#hopeless !== undefined && after <= this.#hopeless)
    ) {
      this.#reading ??= this.#read(after).finally(() => {
        this.#reading = undefined;
      });
      try {
        await this.#reading;
      } catch (error) {
        if (!(error instanceof UnknownPosition)) throw error;
        // The position of another client proves nothing about this one.
        if (error.position === after) return false;
      }
    }
    return after >= this.#buffer.since;
  }

  async #read(after: Position): Promise<void> {
    const { since } = this.#buffer;
    const earlier = await readBack(this.#engine, after, since);
    // If the buffer trimmed entries meanwhile, extending it would leave a gap.
    const isTrimmed = earlier !== undefined && this.#buffer.since !== since;
    if (isTrimmed) return;
    if (!earlier || !this.#buffer.extend(after, earlier)) this.#hopeless = after;
  }
}
