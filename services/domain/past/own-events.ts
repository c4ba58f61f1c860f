import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { projectHandedOver } from '@hzm/contracts/features/members/events';
import { eventsOfStream } from '@hzm/services/core/commands/stream-events';
import type { Engine } from '@hzm/services/core/engine';
import { projectDoc } from '../access/project.ts';

/** Whether an event is about a project; a damaged one without a project may be. */
export const isAbout = (event: Event | DamagedEvent, projectId: string): boolean =>
  event.data['projectId'] === projectId ||
  (isDamaged(event) && event.data['projectId'] === undefined);

/**
 * Yields the events of a project and its schema, ordered per stream, including its events in the
 * portfolios of all its owners.
 * @param more a stream to include
 * @throws Problem NOT_FOUND
 */
export async function* ownEvents(
  engine: Pick<Engine, 'store' | 'codec' | 'model'>,
  projectId: string,
  more?: string,
): AsyncGenerator<Event | DamagedEvent> {
  const { ownerId } = await projectDoc(engine, projectId);
  const owners = new Set<string>();
  for await (const event of eventsOfStream(engine, `project-${projectId}`)) {
    if (!isAbout(event, projectId)) continue;
    if (event.type === projectHandedOver.type)
      for (const owner of [event.data['fromId'], event.data['ownerId']])
        if (typeof owner === 'string') owners.add(owner);
    yield event;
  }
  const others = new Set([
    ...[...owners.add(ownerId)].map(owner => `portfolio-${owner}`),
    `schema-${projectId}`,
    ...(more === undefined ? [] : [more]),
  ]);
  // Its events came first.
  others.delete(`project-${projectId}`);
  for (const stream of others) {
    for await (const event of eventsOfStream(engine, stream))
      if (isAbout(event, projectId)) yield event;
  }
}
