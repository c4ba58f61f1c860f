import type { Change } from '@hzm/contracts/core/change';
import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import { laterOf, START, type Position } from '@hzm/contracts/core/position';
import type { Paused } from '@hzm/contracts/core/status';
import type { Projection } from '@hzm/projections/core/projection';
import {
  ViewPaused,
  type Checkpoint,
  type CollectionSpec,
  type ProjectionWrite,
  type ReadModel,
} from '../ports/read-model.ts';
import { Unavailable } from '../ports/unavailable.ts';
import { pausedAt, stepOf, type Step } from './step.ts';
import { writeBisecting } from './write-bisecting.ts';

export interface Progress {
  readonly projection: Projection;
  position: Position;
  /** Why it is paused. */
  paused: Paused | undefined;
}

export interface ViewsParts {
  readonly model: ReadModel;
  readonly projections: readonly Projection[];
  /** Called when a view pauses. */
  readonly paused?: (view: string, why: Paused) => void;
  /**
   * Called when a view must be rebuilt beside the old one: another version made it, or it skipped
   * events (`afresh`). If absent, the view is emptied and rebuilt.
   */
  readonly outdated?: (name: string, afresh: boolean) => Promise<void>;
}

type Place = Pick<Event, 'id' | 'position' | 'stream' | 'type'>;

/**
 * Tracks the position of each view, and the event at which it is paused. A view pauses alone if it
 * needs a damaged event, cannot project one, or the read model refuses its changes.
 */
export class Views {
  readonly #parts: ViewsParts;
  readonly all: readonly Progress[];

  constructor(parts: ViewsParts) {
    this.#parts = parts;
    this.all = parts.projections.map(projection => ({
      projection,
      position: START,
      paused: undefined,
    }));
  }

  get collections(): CollectionSpec[] {
    return this.all.flatMap(({ projection }) =>
      projection.collections.map(c => ({ ...c, projection: projection.name })),
    );
  }

  /** The lowest position of the views that are not paused; undefined if all are paused. */
  get least(): Position | undefined {
    const positions = this.all.filter(({ paused }) => !paused).map(({ position }) => position);
    return positions.reduce(
      (least, position) => (position < least ? position : least),
      positions[0]!,
    );
  }

  /**
   * Returns the newest event in the views; undefined for empty views. Its id is unknown if only
   * versions that did not store it have written.
   */
  async last(): Promise<
    { readonly position: Position; readonly id: string | undefined } | undefined
  > {
    const last = await this.#parts.model.lastEvent();
    const position = (await this.#kept())
      .values()
      .reduce((latest, checkpoint) => laterOf(latest, checkpoint.position), START);
    if (last && last.position >= position) return last;
    return position === START ? undefined : { position, id: undefined };
  }

  /** Sets each position to its stored checkpoint; a view of another version is rebuilt. */
  async claim(): Promise<void> {
    const kept = await this.#kept();
    for (const progress of this.all) {
      const checkpoint = kept.get(progress.projection.name);
      progress.position = checkpoint?.position ?? START;
      if (checkpoint && checkpoint.version !== progress.projection.version)
        await this.#renew(progress, false);
    }
  }

  /** Rebuilds the views that skipped events which can be opened now. */
  async makeUp(mended: readonly Place[]): Promise<void> {
    for (const progress of this.all) {
      if (
        mended.some(
          ({ type, position }) =>
            progress.projection.types.has(type) && position <= progress.position,
        )
      )
        await this.#renew(progress, true);
    }
  }

  /**
   * Resets each position to its stored checkpoint, at most `told`: events lost by a failing disk,
   * and those another process wrote beyond `told`, are handled again without effect on the view.
   */
  async resume(told: Position): Promise<void> {
    const kept = await this.#kept();
    for (const progress of this.all) {
      const position = kept.get(progress.projection.name)?.position ?? START;
      progress.position = position < told ? position : told;
    }
  }

  /**
   * Whether a stored checkpoint has moved: a view lost data, or another process got past the event
   * at which it is paused.
   */
  async moved(): Promise<boolean> {
    const before = this.all.map(progress => ({
      progress,
      position: progress.position,
      paused: progress.paused,
    }));
    const checkpoints = await this.#kept().catch(() => undefined);
    if (!checkpoints) return false;
    let moved = false;
    for (const { progress, position, paused } of before) {
      const kept = checkpoints.get(progress.projection.name)?.position ?? START;
      if (progress.paused !== paused || (paused ? kept < paused.position : kept >= position))
        continue;
      progress.paused = undefined;
      moved = true;
    }
    return moved;
  }

  /** Unpauses one view, or all; returns whether any was paused. */
  retry(name?: string): boolean {
    const paused = this.all.filter(
      one => one.paused && (name === undefined || one.projection.name === name),
    );
    for (const progress of paused) progress.paused = undefined;
    return paused.length > 0;
  }

  /**
   * Projects events and writes the changes.
   * @returns the changes of views that handled them, by event
   * @throws Unavailable
   */
  async take(
    events: readonly (Event | DamagedEvent)[],
  ): Promise<ReadonlyMap<Position, readonly Change[]>> {
    const steps = this.all
      .filter(({ paused }) => !paused)
      .map(progress => ({ progress, ...stepOf(progress.projection, progress.position, events) }));
    await this.#write(steps, events);
    for (const { progress, stop } of steps)
      if (stop && !progress.paused) this.#pause(progress, stop);
    const changes = new Map<Position, Change[]>();
    for (const { progress, write } of steps) {
      for (const made of write?.batch ?? [])
        if (made.position <= progress.position)
          changes.set(made.position, [...(changes.get(made.position) ?? []), ...made.changes]);
    }
    return changes;
  }

  /**
   * Writes all views in one batch; if the read model refuses it, each view alone, as far as it can.
   */
  async #write(
    steps: readonly (Step & { readonly progress: Progress })[],
    events: readonly Place[],
  ): Promise<void> {
    const writes = steps.flatMap(({ progress, write }) =>
      write && !progress.paused ? [{ progress, write }] : [],
    );
    if (writes.length === 0) return;
    try {
      const { position, id } = events.at(-1)!;
      await this.#parts.model.apply(
        writes.map(({ write }) => write),
        { position, id },
      );
      for (const { progress, write } of writes) progress.position = write.checkpoint;
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      if (error instanceof ViewPaused) {
        const { progress } = writes.find(({ write }) => write.projection === error.projection)!;
        progress.position = laterOf(
          progress.position,
          events.findLast(({ position }) => position < error.paused.position)?.position ?? START,
        );
        this.#pause(progress, error.paused);
        await this.#write(steps, events);
      } else
        for (const { progress, write } of writes) await this.#writeAlone(progress, write, events);
    }
  }

  async #writeAlone(
    progress: Progress,
    write: ProjectionWrite,
    events: readonly Place[],
  ): Promise<void> {
    const { checkpoint, refused } = await writeBisecting(
      one => this.#parts.model.apply([one]),
      write,
    );
    progress.position = checkpoint ?? progress.position;
    if (refused)
      this.#pause(
        progress,
        pausedAt(
          events.find(({ position }) => position === refused.position)!,
          'refused',
          refused.error,
        ),
      );
  }

  /** Returns the stored checkpoints. */
  #kept(): Promise<ReadonlyMap<string, Checkpoint>> {
    return this.#parts.model.checkpoints(this.all.map(({ projection: { name } }) => name));
  }

  #pause(progress: Progress, why: Paused): void {
    progress.paused = why;
    this.#parts.paused?.(progress.projection.name, why);
  }

  async #renew(progress: Progress, afresh: boolean): Promise<void> {
    const { model, outdated } = this.#parts;
    const { name } = progress.projection;
    if (outdated) return outdated(name, afresh);
    await model.reset(name);
    progress.position = START;
  }
}
