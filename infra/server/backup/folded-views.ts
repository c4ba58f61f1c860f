import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import { START, type Position } from '@hzm/contracts/core/position';
import type { Paused } from '@hzm/contracts/core/status';
import type { Projection } from '@hzm/projections/core/projection';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import { TouchedParts } from '@hzm/services/core/projecting/fingerprint';
import { stepOf } from '@hzm/services/core/projecting/step';

/** Views on a separate read model, each folded up to a given position. */
export class FoldedViews {
  readonly model: ReadModel;
  readonly #projections: readonly Projection[];
  readonly #reached: Map<string, Position>;
  readonly #stopped = new Map<string, Paused>();
  #touched = new TouchedParts();

  private constructor(model: ReadModel, projections: readonly Projection[]) {
    this.model = model;
    this.#projections = projections;
    this.#reached = new Map(projections.map(({ name }) => [name, START]));
  }

  /** @param model an empty one */
  static async on(model: ReadModel, projections: readonly Projection[]): Promise<FoldedViews> {
    await model.define(
      projections.flatMap(({ name, collections }) =>
        collections.map(c => ({ ...c, projection: name })),
      ),
    );
    return new FoldedViews(model, projections);
  }

  /** @param until the position up to which the named view reads */
  async take(
    events: readonly (Event | DamagedEvent)[],
    until: (view: string) => Position,
  ): Promise<void> {
    const writes = this.#projections.flatMap(projection => {
      const { name } = projection;
      if (this.#stopped.has(name)) return [];
      const { write, stop } = stepOf(
        projection,
        this.#reached.get(name)!,
        events.filter(({ position }) => position <= until(name)),
      );
      if (stop) this.#stopped.set(name, stop);
      return write ? [write] : [];
    });
    if (writes.length === 0) return;
    await this.model.apply(writes);
    for (const { projection, batch, checkpoint } of writes) {
      this.#reached.set(projection, checkpoint);
      for (const { changes } of batch) for (const change of changes) this.#touched.add(change);
    }
  }

  /**
   * Returns the lowest position among views that have not reached their goal; undefined if all
   * have. @throws Error when one cannot
   */
  least(to: ReadonlyMap<string, Position>): Position | undefined {
    let least: Position | undefined;
    for (const [name, goal] of to) {
      const reached = this.#reached.get(name)!;
      if (reached >= goal) continue;
      const stop = this.#stopped.get(name);
      if (stop)
        throw new Error(
          `The view ${name} cannot be built from the backup: it stops at ${stop.type} at ${stop.position}: ${stop.reason}`,
        );
      if (least === undefined || reached < least) least = reached;
    }
    return least;
  }

  /** Returns the parts with documents changed since the last call. */
  takeTouched(): readonly number[] | 'all' {
    const { parts } = this.#touched;
    this.#touched = new TouchedParts();
    return parts;
  }
}
