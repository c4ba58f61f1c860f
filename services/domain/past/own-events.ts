import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { projectHandedOver } from '@hzm/contracts/features/members/events';
import { eventsOfStream } from '@hzm/services/core/commands/stream-events';
import type { Engine } from '@hzm/services/core/engine';
import { projectDoc } from '../access/project.ts';

/** Whether an event is about a project; a damaged one without a project may be. */
export const isAbout = (event: Event | DamagedEvent, projectId: string): boolean =>
  event.data['projectId'] === projectId ||
  (isDamaged(event) && event.data['projectId'] === undefined);

type Sources = Pick<Engine, 'store' | 'codec' | 'model'>;

/** Returns the streams of a project, its schema and the portfolios of all its owners. */
async function ownStreams(engine: Sources, projectId: string): Promise<string[]> {
  const { ownerId } = await projectDoc(engine, projectId);
  const owners = new Set<string>();
  for await (const { type, data } of eventsOfStream(engine, `project-${projectId}`))
    if (type === projectHandedOver.type && data['projectId'] === projectId)
      for (const owner of [data['fromId'], data['ownerId']])
        if (typeof owner === 'string') owners.add(owner);
  return [
    `project-${projectId}`,
    ...[...owners.add(ownerId)].map(owner => `portfolio-${owner}`),
    `schema-${projectId}`,
  ];
}

async function* eventsAbout(
  engine: Sources,
  projectId: string,
  stream: string,
): AsyncGenerator<Event | DamagedEvent> {
  for await (const event of eventsOfStream(engine, stream))
    if (isAbout(event, projectId)) yield event;
}

/**
 * Yields the events of a project and its schema, ordered per stream, including its events in the
 * portfolios of all its owners.
 * @throws Problem NOT_FOUND
 */
export async function* ownEvents(
  engine: Sources,
  projectId: string,
): AsyncGenerator<Event | DamagedEvent> {
  for (const stream of await ownStreams(engine, projectId))
    yield* eventsAbout(engine, projectId, stream);
}

/**
 * Returns the streams of `ownEvents` separately, each read on demand, because all of them may
 * exceed the memory.
 * @param more a stream to include
 * @throws Problem NOT_FOUND
 */
export async function ownEventsByStream(
  engine: Sources,
  projectId: string,
  more?: string,
): Promise<AsyncGenerator<Event | DamagedEvent>[]> {
  const streams = new Set(await ownStreams(engine, projectId));
  if (more !== undefined) streams.add(more);
  return Array.from(streams, stream => eventsAbout(engine, projectId, stream));
}
