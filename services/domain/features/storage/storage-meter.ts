import type { DomainEvent, EventDefinition } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import { projectCreated } from '@hzm/contracts/features/projects/events';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import type { Engine } from '@hzm/services/core/engine';
import type { EncodedEvent } from '@hzm/services/core/events/codec';
import { loggedBytes } from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import type { ProjectedEvent } from '@hzm/services/core/projecting/projector-parts';
import { LRUCache } from 'lru-cache';
import { isDeletedFull, storageLimitOf, usageOf } from './usage.ts';

/** Maximum projects with a cached usage. */
const MAX_PROJECTS = 10_000;
/** Lifetime of a cached usage while there is ample room, in milliseconds. */
const TRUSTED_MS = 2_000;
const MIB = 2 ** 20;
/**
 * Room in bytes beyond which a cached usage is trusted, more than is written within its lifetime.
 */
const AMPLE = 64 * MIB;
/**
 * Time in milliseconds for which an admitted event counts before the views have it, longer than a
 * command takes.
 */
const FLIGHT_MS = 15_000;

/** Usage of a project: as read, plus what this process has admitted since. */
interface Usage {
  bytes: number;
  readonly readAt: number;
}

/** An admitted event that the views may not have yet. */
interface Flight {
  readonly bytes: number;
  readonly at: number;
}

/**
 * Refuses writes to a full project. With ample room, usage is read every two seconds; near the
 * limit, for each write, plus this process's admitted events that the views lack. Other processes'
 * writes count once the views have them.
 */
export class StorageMeter {
  readonly #engine: Pick<Engine, 'model'>;
  readonly #definitions: ReadonlyMap<string, EventDefinition>;
  readonly #usages = new LRUCache<string, Usage>({ max: MAX_PROJECTS });
  /** Admitted bytes by project and event id. */
  readonly #flights = new Map<string, Map<string, Flight>>();

  constructor(engine: Pick<Engine, 'model'>, definitions: readonly EventDefinition[]) {
    this.#engine = engine;
    this.#definitions = new Map(definitions.map(definition => [definition.type, definition]));
  }

  /**
   * @param facts the events before sealing
   * @throws Problem PLAN_LIMIT
   */
  readonly admit = async (
    facts: readonly DomainEvent[],
    events: readonly EncodedEvent[],
  ): Promise<void> => {
    const asked = new Map<string, EncodedEvent[]>();
    for (const [i, event] of events.entries()) {
      const { projectId, ownerId } = event.data;
      if (event.type === projectCreated.type) await this.#checkDeleted(ownerId as string);
      if (
        typeof projectId !== 'string' ||
        !this.#definitions.get(event.type)!.needsRoom(facts[i]!.data)
      )
        continue;
      const others = asked.get(projectId);
      if (others) others.push(event);
      else asked.set(projectId, [event]);
    }
    for (const [projectId, own] of asked) await this.#take(projectId, own);
  };

  /** Refuses a new project if the owner's deleted projects take too much. */
  async #checkDeleted(ownerId: string): Promise<void> {
    try {
      if (!(await isDeletedFull(this.#engine, ownerId))) return;
      const limit = await storageLimitOf(this.#engine, { ownerId });
      throw new Problem('PLAN_LIMIT', {
        text: { key: 'deleted-storage-limit', values: { limit: inMebibytes(limit) } },
      });
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }

  /** Called with each batch that the views have. */
  readonly settle = (batch: readonly ProjectedEvent[]): void => {
    if (this.#flights.size === 0) return;
    for (const {
      event: {
        id,
        data: { projectId },
      },
    } of batch) {
      const flights = typeof projectId === 'string' ? this.#flights.get(projectId) : undefined;
      if (flights?.delete(id) && flights.size === 0) this.#flights.delete(projectId as string);
    }
  };

  /** Refuses nothing while the views are unreadable, because writes do not wait for views. */
  async #take(projectId: string, events: readonly EncodedEvent[]): Promise<void> {
    try {
      const { model } = this.#engine;
      const project = await model.get(projectDocs, projectId);
      // The project is being created.
      if (!project) return;
      const limit = await storageLimitOf(this.#engine, project);
      const bytes = events.reduce((sum, event) => sum + sizeOf(event), 0);
      const usage = this.#trusted(projectId, limit - AMPLE) ?? (await this.#read(projectId));
      const isAmple = usage.bytes + AMPLE <= limit;
      if (!isAmple && usage.bytes + this.#flying(projectId) + bytes > limit)
        throw new Problem('PLAN_LIMIT', {
          text: { key: 'storage-limit', values: { limit: inMebibytes(limit) } },
        });
      if (isAmple) usage.bytes += bytes;
      else this.#fly(projectId, events);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }

  /** Returns the cached usage while it is at most `most`. */
  #trusted(projectId: string, most: number): Usage | undefined {
    const known = this.#usages.get(projectId);
    return known && known.bytes <= most && performance.now() - known.readAt < TRUSTED_MS
      ? known
      : undefined;
  }

  async #read(projectId: string): Promise<Usage> {
    const readAt = performance.now();
    const usage: Usage = { bytes: (await usageOf(this.#engine, projectId)).bytes, readAt };
    this.#usages.set(projectId, usage);
    return usage;
  }

  /** Returns the bytes in flight into a project; an event that was never appended expires. */
  #flying(projectId: string): number {
    const flights = this.#flights.get(projectId);
    if (!flights) return 0;
    let bytes = 0;
    for (const [id, flight] of flights) {
      if (performance.now() - flight.at > FLIGHT_MS) flights.delete(id);
      else bytes += flight.bytes;
    }
    if (flights.size === 0) this.#flights.delete(projectId);
    return bytes;
  }

  #fly(projectId: string, events: readonly EncodedEvent[]): void {
    const flights = this.#flights.get(projectId) ?? new Map<string, Flight>();
    this.#flights.set(projectId, flights);
    for (const event of events)
      flights.set(event.id, { bytes: sizeOf(event), at: performance.now() });
  }
}

/** Returns twice an event's stored size: once as history, once as the resulting rows. */
const sizeOf = (event: EncodedEvent): number => 2 * loggedBytes(event);
const inMebibytes = (bytes: number): number => Math.round((bytes / MIB) * 10) / 10;
