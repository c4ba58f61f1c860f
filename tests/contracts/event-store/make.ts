import type { EventStore } from '@hzm/services/core/ports/event-store';

/** Makes an empty event store. */
export type Make = () => Promise<EventStore>;
