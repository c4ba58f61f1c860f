import { dayIn } from '@hzm/contracts/core/moment';
import { DEFAULT_TIME_ZONE } from '@hzm/contracts/features/projects/time-zone';
import type { Engine } from '@hzm/services/core/engine';
import { projectAnywhere } from '../../access/project.ts';

/** The zone that moments without one are read in, and its day. */
export interface ValueClock {
  readonly timeZone: string;
  readonly today: string;
}

export function clockIn(timeZone: string, now: Date): ValueClock {
  let today: string | undefined;
  return {
    timeZone,
    // Few requests ask for the day, but those that do may ask for each of their values.
    get today() {
      return (today ??= dayIn(now, timeZone));
    },
  };
}

/** The clock that values of a project are read by. */
export async function valueClock(
  engine: Pick<Engine, 'model' | 'now'>,
  projectId: string,
): Promise<ValueClock> {
  // A request may end after its project went into the bin.
  const project = await projectAnywhere(engine, projectId);
  return clockIn(project?.settings.timeZone ?? DEFAULT_TIME_ZONE, engine.now());
}
