import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import type { Paused } from '@hzm/contracts/core/status';
import type { Projection } from '@hzm/projections/core/projection';
import type { PositionedChanges, ProjectionWrite } from '../ports/read-model.ts';

/** The result of projecting some events into one view. */
export interface Step {
  /** Undefined if the view has handled all of them, or cannot handle the first. */
  readonly write: ProjectionWrite | undefined;
  /** The event at which the view must pause. */
  readonly stop: Paused | undefined;
}

type Place = Pick<Event, 'position' | 'stream' | 'type'>;
const MAX_REASON_LENGTH = 300;

export const pausedAt = (
  { position, stream, type }: Place,
  cause: Paused['cause'],
  reason: unknown,
): Paused => ({
  position,
  stream,
  type,
  cause,
  reason: (reason instanceof Error ? reason.message : String(reason)).slice(0, MAX_REASON_LENGTH),
});

/**
 * Projects events later than `after`, up to the first that is damaged and required by the view, or
 * that it cannot project.
 */
export function stepOf(
  projection: Projection,
  after: Position,
  events: readonly (Event | DamagedEvent)[],
): Step {
  const batch: PositionedChanges[] = [];
  let checkpoint = after;
  const step = (stop?: Paused): Step => ({
    write:
      checkpoint === after
        ? undefined
        : { projection: projection.name, version: projection.version, batch, checkpoint },
    stop,
  });
  for (const event of events) {
    if (event.position <= after) continue;
    if (isDamaged(event)) {
      if (projection.types.has(event.type) && !projection.ofMetadata)
        return step(pausedAt(event, 'damaged', event.damage));
    } else {
      try {
        const changes = projection.changesOf(event);
        if (changes.length > 0) batch.push({ position: event.position, changes });
      } catch (error) {
        return step(pausedAt(event, 'projection', error));
      }
    }
    checkpoint = event.position;
  }
  return step();
}
