import { isIntact, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { START, type Position } from '@hzm/contracts/core/position';
import { tables, type TableDoc } from '@hzm/projections/features/tables/tables';
import { eventsOfStream } from '@hzm/services/core/commands/stream-events';
import type { Engine } from '@hzm/services/core/engine';
import { MIB, weigh } from '@hzm/services/core/ports/byte-budget';
import { slice } from '@hzm/services/core/ports/slices';

type EventsFrom = (revision: number) => AsyncIterator<Event | DamagedEvent>;

/**
 * Maximum events kept in memory until a position is requested; more are read from the log again.
 */
const MAX_KEPT = 8;
/** Events folded in one step. */
const FOLDED_TOGETHER = 64;

/**
 * A project's tables at a position, folded from the log, because the read model may be ahead of the
 * published event, and rows are published with the field names of that time.
 */
export class Schema {
  readonly #tables = new Map<string, TableDoc>();
  #weight = 0;
  /** Known events, of which those before `#next` are folded. */
  readonly #ahead: Event[] = [];
  #next = 0;
  #known: Position = START;
  #folded: Position = START;
  readonly #events: EventsFrom;
  /** The log's remaining events, read on demand, because together they may exceed the memory. */
  #unread: AsyncIterator<Event | DamagedEvent> | undefined;
  #revision = 0;
  /** Events that were published before the log was read to its end. */
  #late: Event[] = [];

  constructor(events: EventsFrom) {
    this.#events = events;
    this.#unread = events(0);
  }

  static of(engine: Engine, projectId: string): Schema {
    return new Schema(from => eventsOfStream(engine, `schema-${projectId}`, from));
  }

  /** The memory of the schema in bytes. */
  get bytes(): number {
    const events = [...this.#ahead, ...this.#late];
    return this.#weight + events.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Adds the next event of the project's schema, unless known. */
  add(event: Event): void {
    if (this.#unread) this.#late.push(event);
    else this.#append(event);
    if (this.#late.length + this.#ahead.length - this.#next > MAX_KEPT) this.#rest();
  }

  /**
   * Drops the kept events and continues from the log, since the next request may be long in coming.
   */
  #rest(): void {
    const next = this.#ahead[this.#next];
    if (next) this.#revision = next.revision;
    this.#known = this.#folded;
    this.#ahead.length = 0;
    this.#next = 0;
    this.#late = [];
    this.#unread = this.#events(this.#revision);
  }

  #append(event: Event): void {
    if (event.position <= this.#known) return;
    this.#ahead.push(event);
    this.#known = event.position;
  }

  /** Reads an event of the log, skipping unreadable ones, as the view of the tables does. */
  async #read(unread: AsyncIterator<Event | DamagedEvent>): Promise<void> {
    const { value, done } = await unread.next().catch((error: unknown) => {
      // It has ended with the error.
      this.#unread = this.#events(this.#revision);
      throw error;
    });
    if (done !== true) {
      this.#revision = value.revision + 1;
      if (isIntact(value)) this.#append(value);
      return;
    }
    this.#unread = undefined;
    for (const event of this.#late) this.#append(event);
    this.#late = [];
  }

  /**
   * Returns tables by id including the event at `position`, folded in slices. Positions must not
   * decrease between calls, which come one after another.
   */
  async at(position: Position): Promise<ReadonlyMap<string, TableDoc>> {
    for (let folded = 1; ; folded++) {
      if (this.#next === this.#ahead.length) {
        this.#ahead.length = 0;
        this.#next = 0;
        while (this.#unread && this.#ahead.length === 0) await this.#read(this.#unread);
      }
      const event = this.#ahead[this.#next];
      if (!event || event.position > position) break;
      this.#next++;
      this.#folded = event.position;
      this.#fold(event);
      if (folded % FOLDED_TOGETHER === 0) await slice();
    }
    return this.#tables;
  }

  #fold(event: Event): void {
    for (const change of tables.changesOf(event)) {
      if (!('id' in change)) continue;
      const table = this.#tables.get(change.id);
      if (change.op === 'put') {
        this.#weight += weigh(change.doc) - weighOf(table);
        this.#tables.set(change.id, change.doc as TableDoc);
      } else if (change.op === 'drop') {
        this.#weight -= weighOf(table);
        this.#tables.delete(change.id);
      } else if (change.op === 'patch' && table)
        this.#tables.set(change.id, this.#patched(table, change.set) as TableDoc);
    }
  }

  /** Weighs only the changed parts, because a table may be large. */
  #patched(table: JsonObject, set: JsonObject): JsonObject {
    return Object.entries(set).reduce((doc, [path, value]) => {
      const names = path.split('.');
      const before = names.reduce<Json | undefined>(
        (part, name) => memberOf((part ?? {}) as JsonObject, name),
        doc,
      );
      this.#weight += weighOf(value) - weighOf(before);
      return withMember(doc, names, value);
    }, table);
  }
}

const weighOf = (value: Json | undefined): number => (value === undefined ? 0 : weigh(value));

function withMember(
  object: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: JsonObject[string],
): JsonObject {
  if (rest.length > 0)
    return {
      ...object,
      [name]: withMember((memberOf(object, name) ?? {}) as JsonObject, rest, value),
    };
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _, ...others } = object;
  return others;
}

/** Bounds of the kept schemas and of their bytes; the last one is kept at any size. */
const MAX_SCHEMAS = 200;
export const MAX_SCHEMAS_BYTES = 128 * MIB;

/** The schemas of watched projects up to the last published position. */
export class Schemas {
  readonly #engine: Engine;
  readonly #known = new Map<string, Schema>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  of(projectId: string): Schema {
    const schema = this.#known.get(projectId) ?? Schema.of(this.#engine, projectId);
    // Moves the entry to the end, because eviction starts at the beginning.
    this.#known.delete(projectId);
    this.#known.set(projectId, schema);
    this.#trim();
    return schema;
  }

  #trim(): void {
    let sum = this.#known.values().reduce((all, { bytes }) => all + bytes, 0);
    for (const [id, { bytes }] of this.#known) {
      const isFull = this.#known.size > MAX_SCHEMAS || sum > MAX_SCHEMAS_BYTES;
      if (!isFull || this.#known.size === 1) return;
      this.#known.delete(id);
      sum -= bytes;
    }
  }

  forget(projectId: string): void {
    this.#known.delete(projectId);
  }

  learn(event: Event): void {
    if (event.stream.startsWith('schema-'))
      this.#known.get(event.stream.slice('schema-'.length))?.add(event);
  }
}
