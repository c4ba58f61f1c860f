import type { ProcessPerson } from '@hzm/contracts/core/activity';
import { memberOf } from '@hzm/contracts/core/json';
import { laterOf, START, type Position } from '@hzm/contracts/core/position';
import {
  isGone,
  MAX_LAG,
  type Paused,
  type ProcessState,
  type Status,
  type ViewState,
} from '@hzm/contracts/core/status';
import type { BackupService } from '../backups/backup-service.ts';
import { PeriodicTask } from '../concurrency/periodic-task.ts';
import { isEnd, type EventStore } from '../ports/event-store.ts';
import type { KeyVault } from '../ports/key-vault.ts';
import type { ProcessRegistry } from '../ports/process-registry.ts';
import type { ReadModel } from '../ports/read-model.ts';
import type { Projector } from '../projecting/projector.ts';
import type { Rebuild } from '../projecting/rebuild.ts';
import { joinHours, joinPeople } from './join-activity.ts';
import type { Metrics } from './metrics.ts';

export interface Sources {
  readonly store: EventStore;
  readonly model: ReadModel;
  readonly vault: Pick<KeyVault, 'erasing'>;
  readonly projector: Projector;
  readonly metrics: Metrics;
  readonly registry: ProcessRegistry;
  readonly kinds: { readonly eventStore: string; readonly readModel: string };
  readonly me: Pick<ProcessState, 'id' | 'roles' | 'version' | 'startedAt'>;
  readonly isWriter: () => boolean;
  readonly rebuild: Pick<Rebuild, 'progress' | 'stopped'>;
  /** Absent if no backup folder is configured. */
  readonly backups?: Pick<BackupService, 'state'> | undefined;
}

/** The status with people by id only, because names belong to a feature. */
export type NamelessStatus = Omit<Status, 'online'> & { readonly online: readonly ProcessPerson[] };

const ANNOUNCE_MS = 1_000;
/**
 * Interval in milliseconds of sampling the log's size, and the number of samples for its growth.
 */
const SAMPLE_MS = 60_000;
const MAX_SAMPLES = 60;

/** Sends this process's heartbeat, and combines the state of all processes and stores. */
export class StatusService {
  readonly #sources: Sources;
  #sizes: { readonly at: number; readonly size: number }[] = [];
  readonly #announcing = new PeriodicTask(() => this.#announce(), ANNOUNCE_MS);
  #asked: Promise<NamelessStatus> | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  start(): Promise<void> {
    return this.#announcing.start();
  }

  async close(): Promise<void> {
    await this.#announcing.stop();
    const { registry, me } = this.#sources;
    await registry.leave(me.id).catch(() => undefined);
    await registry.close();
  }

  get isWriter(): boolean {
    return this.#sources.isWriter();
  }

  /** Concurrent calls share one answer, so that slow stores are not asked twice. */
  status(): Promise<NamelessStatus> {
    this.#asked ??= this.#status().finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  /** Returns the ids of people connected to any process. */
  async online(): Promise<ReadonlySet<string>> {
    const { registry, metrics, me } = this.#sources;
    const at = new Date().toISOString();
    const others = (await registry.all()).filter(one => one.id !== me.id && !isGone(one, at));
    return new Set(
      [...metrics.audience.people, ...others.flatMap(one => one.online ?? [])].map(
        ({ userId }) => userId,
      ),
    );
  }

  async #status(): Promise<NamelessStatus> {
    const { registry, kinds, projector, vault } = this.#sources;
    const own = this.#state();
    // This process's own state is current without waiting for its heartbeat.
    const [eventStore, processes] = await Promise.all([
      this.#eventStore(),
      registry.all().then(
        all => all.map(one => (one.id === own.id ? own : one)),
        () => [own],
      ),
    ]);
    const at = new Date().toISOString();
    const running = processes.filter(one => !isGone(one, at));
    const views = await this.#views(eventStore.head, running).catch(() => undefined);
    // A process that has just ended still counts in the hour, but has no connected people.
    const hour = joinHours(
      processes.flatMap(one => one.hour ?? []),
      Date.parse(at),
    );
    const online = joinPeople(running.flatMap(one => one.online ?? []));
    return {
      at,
      processes: processes.map(itself),
      hour,
      online,
      views: views ?? [],
      eventStore,
      readModel: { kind: kinds.readModel, isReachable: views !== undefined },
      keyVault: { kind: kinds.readModel, erasing: vault.erasing },
      damaged: projector.damaged,
      backups: processes.find(one => one.isWriter && !isGone(one, at))?.backups ?? null,
    };
  }

  async #announce(): Promise<void> {
    // A lost heartbeat is followed by the next in a second.
    await this.#sources.registry.heartbeat(this.#state()).catch(() => undefined);
    const last = this.#sizes.at(-1);
    if (last && performance.now() - last.at < SAMPLE_MS) return;
    const size = await this.#sources.store.size().catch(() => undefined);
    if (size !== undefined)
      this.#sizes = [...this.#sizes, { at: performance.now(), size }].slice(-MAX_SAMPLES);
  }

  #state(): ProcessState {
    const { me, metrics, projector, isWriter, rebuild, backups } = this.#sources;
    const { people, ...audience } = metrics.audience;
    metrics.hour.people(new Set(people.map(({ userId }) => userId)).size);
    return {
      ...me,
      at: new Date().toISOString(),
      memory: process.memoryUsage.rss(),
      commands: metrics.commands.perSecond(),
      events: metrics.events.perSecond(),
      refusals: Object.fromEntries(
        [...metrics.refusals]
          .map(([code, rate]) => [code, rate.lastMinute()] as const)
          .filter(([, count]) => count > 0),
      ),
      ...audience,
      isWriter: isWriter(),
      paused: Object.fromEntries(
        projector.progress.flatMap(({ projection, paused }): [string, Paused][] =>
          paused ? [[projection.name, paused]] : [],
        ),
      ),
      rebuilding: Object.fromEntries(rebuild.progress),
      rebuildStopped: Object.fromEntries(rebuild.stopped),
      ...(backups && { backups: backups.state }),
      hour: metrics.hour.state(),
      online: joinPeople(people),
    };
  }

  async #eventStore(): Promise<Status['eventStore']> {
    const { store, kinds, projector } = this.#sources;
    const [head, size] = await Promise.all([
      store.head().catch(() => null),
      store.size().catch(() => null),
    ]);
    const [first, now] = [this.#sizes[0], performance.now()];
    const growth =
      first && size !== null && now - first.at >= SAMPLE_MS
        ? ((size - first.size) / (now - first.at)) * 3_600_000
        : null;
    return {
      kind: kinds.eventStore,
      isReachable: head !== null && !projector.hasLostLog,
      head,
      size,
      growth,
    };
  }

  async #views(head: string | null, processes: readonly ProcessState[]): Promise<ViewState[]> {
    const { store, model, projector } = this.#sources;
    const writer = processes.find(({ isWriter }) => isWriter);
    /** Views at the same position share one count. */
    const waiting = new Map<Position, Promise<Lag>>();
    const after = (reached: Position): Promise<Lag> => {
      const lag = waiting.get(reached) ?? lagAfter(store, reached).catch(() => NO_LAG);
      waiting.set(reached, lag);
      return lag;
    };
    const kept = await model.checkpoints(
      projector.progress.map(({ projection: { name } }) => name),
    );
    return Promise.all(
      projector.progress.map(
        async ({ projection: { name, version }, position: own }): Promise<ViewState> => {
          const position = kept.get(name)?.position ?? START;
          // An embedded view's position is known slightly before its checkpoint is stored.
          const reached = processes.length > 1 ? position : laterOf(position, own);
          const { events, since } = head !== null && reached < head ? await after(reached) : NO_LAG;
          return {
            name,
            version,
            position: reached,
            lagEvents: events,
            // A damaged event may lack its time.
            lagSeconds:
              since === undefined
                ? 0
                : Math.max(0, (Date.now() - (Date.parse(since) || Date.now())) / 1000),
            paused: memberOf(writer?.paused, name) ?? null,
            rebuilding: memberOf(writer?.rebuilding, name) ?? null,
            rebuildStopped: memberOf(writer?.rebuildStopped, name) ?? null,
          };
        },
      ),
    );
  }
}

/** Returns the views that the writing process has paused; undefined if no process writes. */
export async function pausedByWriter(
  registry: ProcessRegistry,
): Promise<ProcessState['paused'] | undefined> {
  const now = new Date().toISOString();
  return (await registry.all()).find(one => one.isWriter && !isGone(one, now))?.paused;
}

/** Returns a process without the members merged over all processes. */
function itself(state: ProcessState): Status['processes'][number] {
  const { hour: _, online: __, ...process } = state;
  return process;
}

interface Lag {
  readonly events: number;
  /** Time of the first of them. */
  readonly since: string | undefined;
}
const NO_LAG: Lag = { events: 0, since: undefined };

/** Counts events after a position up to `MAX_LAG`, with one page in memory. */
async function lagAfter(store: EventStore, reached: Position): Promise<Lag> {
  let { events, since } = NO_LAG;
  for (let after = reached; events < MAX_LAG;) {
    const limit = MAX_LAG - events;
    const page = await store.readAll({ after, limit });
    since ??= page[0]?.meta['at'] as string | undefined;
    events += page.length;
    after = page.at(-1)?.position ?? after;
    if (isEnd(page, limit)) break;
  }
  return { events, since };
}
