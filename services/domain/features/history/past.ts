import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { isPosition, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { opened } from '@hzm/services/core/codec';
import type { Engine, Past, Scope } from '@hzm/services/core/engine';
import { allEntriesOf, caughtUp, equals, eventsAt } from '@hzm/services/core/log-index';
import type { Condition, ReadModel } from '@hzm/services/core/ports/read-model';
import { projectDoc } from '../projects/view.ts';

type Sources = Pick<Engine, 'store' | 'codec' | 'model' | 'projector' | 'now'>;

/** How many events one moment, and all remembered moments together, may be made of. */
const MOST_EVENTS = 200_000;
/** A moment younger than this may still get events of clocks that are behind. */
const SETTLED_MS = 60_000;

interface Moment {
  readonly projectId: string;
  readonly model: Promise<ReadModel>;
  /** How many events it is made of, once that is known. */
  events: number;
}

/** Read models of earlier moments, folded from the log when they are asked for; the last few are remembered. */
export class LogPast implements Past {
  readonly #sources: Sources;
  readonly #replay: (events: readonly Event[]) => Promise<ReadModel>;
  readonly #moments = new Map<string, Moment>();

  /** @param replay makes a read model of events */
  constructor(sources: Sources, replay: (events: readonly Event[]) => Promise<ReadModel>) {
    this.#sources = sources;
    this.#replay = replay;
    sources.projector.listen(batch => {
      for (const { event: { type, data } } of batch) if (type === projectDeleted.type) this.#forget(data['projectId'] as string);
    });
  }

  async at(scope: Scope, asOf: string): Promise<ReadModel> {
    const head = await caughtUp(this.#sources);
    const settled = isPosition(asOf) ? asOf <= head : Date.parse(asOf) < this.#sources.now().getTime() - SETTLED_MS;
    if (!settled) return this.#replay(await this.#events(scope, asOf));

    const key = JSON.stringify([scope.projectId, scope.tableId, scope.rowId, asOf]);
    const moment = this.#moments.get(key) ?? this.#build(scope, asOf, key);
    // The newest stand last, so that the first are forgotten first.
    this.#moments.delete(key);
    this.#moments.set(key, moment);
    return moment.model;
  }

  #build(scope: Scope, asOf: string, key: string): Moment {
    const events = this.#events(scope, asOf);
    const moment: Moment = { projectId: scope.projectId, model: events.then(this.#replay), events: 0 };
    moment.model.then(async () => {
      moment.events = (await events).length;
      this.#trim();
    }, () => this.#moments.delete(key));
    return moment;
  }

  #trim(): void {
    let total = this.#moments.values().reduce((sum, { events }) => sum + events, 0);
    for (const [key, { events }] of this.#moments) {
      if (total <= MOST_EVENTS) return;
      this.#moments.delete(key);
      total -= events;
    }
  }

  #forget(projectId: string): void {
    for (const [key, moment] of this.#moments) if (moment.projectId === projectId) this.#moments.delete(key);
  }

  /** Everything that made the scope what it was, in order. @throws Problem PAYLOAD_TOO_LARGE, EVENT_DAMAGED */
  async #events({ projectId, tableId, rowId }: Scope, asOf: string): Promise<Event[]> {
    const { store, codec } = this.#sources;
    const { ownerId } = await projectDoc(this.#sources, projectId);
    const streams = await Promise.all([`portfolio-${ownerId}`, `project-${projectId}`, `schema-${projectId}`].map(stream => store.readStream(stream)));
    const found = new Map<Position, Event | DamagedEvent>();
    const isOurs = (event: Event | DamagedEvent): boolean => event.data['projectId'] === projectId || (isDamaged(event) && event.data['projectId'] === undefined);
    const keep = (events: readonly (Event | DamagedEvent)[]): void => {
      for (const event of events) if (isOurs(event)) found.set(event.position, event);
      if (found.size > MOST_EVENTS) throw new Problem('PAYLOAD_TOO_LARGE', { text: 'as-of-too-large' });
    };
    keep(await codec.open(streams.flat()));

    const subject = rowId === undefined ? tableId && equals('tableId', tableId) : equals('rowId', rowId);
    const until: Condition[] = isPosition(asOf) ? [{ path: 'position', op: 'lte', value: asOf }] : [];
    if (subject) {
      for await (const entries of allEntriesOf(this.#sources, [subject, ...until])) {
        const events = await eventsAt(this.#sources, entries);
        keep(events);
        if (isLater(events.at(-1), asOf)) break;
      }
    }
    const ordered = [...found.values()].toSorted((a, b) => (a.position < b.position ? -1 : 1));
    const end = ordered.findIndex(event => isLater(event, asOf));
    return (end < 0 ? ordered : ordered.slice(0, end)).map(opened);
  }
}

/** A damaged event may not say when it happened; then it counts as earlier. */
const isLater = (event: Event | DamagedEvent | undefined, asOf: string): boolean =>
  event !== undefined && (isPosition(asOf) ? event.position > asOf : Date.parse(event.meta.at ?? '') > Date.parse(asOf));

/** The engine as it is, or with its read model as it was then. */
export const engineAsOf = async (engine: Engine, scope: Scope, asOf: string | undefined): Promise<Engine> =>
  asOf === undefined ? engine : { ...engine, model: await engine.past.at(scope, asOf) };
