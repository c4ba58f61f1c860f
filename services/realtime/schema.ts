import { isIntact, type Event } from '@hzm/contracts/core/event';
import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { START, type Position } from '@hzm/contracts/core/position';
import { tables, type TableDoc } from '@hzm/projections/features/tables/tables';
import { wholeStream } from '@hzm/services/core/commands/stream-events';
import type { Engine } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';

/** Events folded in one step. */
const FOLDED_TOGETHER = 64;

/**
 * A project's tables at a position, folded from the log, because the read model may be ahead of the
 * published event, and rows are published with the field names of that time.
 */
export class Schema {
  readonly #tables = new Map<string, TableDoc>();
  /** Known events, of which those before `#next` are folded. */
  readonly #ahead: Event[];
  #next = 0;
  #known: Position;

  constructor(events: readonly Event[]) {
    this.#ahead = [...events];
    this.#known = events.at(-1)?.position ?? START;
  }

  static async load({ store, codec }: Engine, projectId: string): Promise<Schema> {
    // Skips unreadable events, as the view of the tables does.
    return new Schema(
      (await codec.open(await wholeStream(store, `schema-${projectId}`))).filter(isIntact),
    );
  }

  /** Adds the next event of the project's schema, unless known. */
  add(event: Event): void {
    if (event.position <= this.#known) return;
    this.#ahead.push(event);
    this.#known = event.position;
  }

  /**
   * Returns tables by id including the event at `position`, folded in slices. Positions must not
   * decrease between calls, which come one after another.
   */
  async at(position: Position): Promise<ReadonlyMap<string, TableDoc>> {
    for (let folded = 1; ; folded++) {
      const event = this.#ahead[this.#next];
      if (!event || event.position > position) break;
      this.#next++;
      this.#fold(event);
      if (folded % FOLDED_TOGETHER === 0) await slice();
    }
    if (this.#next === this.#ahead.length) {
      this.#ahead.length = 0;
      this.#next = 0;
    }
    return this.#tables;
  }

  #fold(event: Event): void {
    for (const change of tables.changesOf(event)) {
      if (change.op === 'put') this.#tables.set(change.id, change.doc as TableDoc);
      else if (change.op === 'drop') this.#tables.delete(change.id);
      else if (change.op === 'patch') {
        const table = this.#tables.get(change.id);
        if (table)
          this.#tables.set(
            change.id,
            Object.entries(change.set).reduce<JsonObject>(
              (doc, [path, value]) => withMember(doc, path.split('.'), value),
              table,
            ) as TableDoc,
          );
      }
    }
  }
}

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

const MAX_SCHEMAS = 200;

/** The schemas of watched projects up to the last published position. */
export class Schemas {
  readonly #engine: Engine;
  readonly #known = new Map<string, Schema>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async of(projectId: string): Promise<Schema> {
    const known = this.#known.get(projectId) ?? (await Schema.load(this.#engine, projectId));
    if (this.#known.size >= MAX_SCHEMAS && !this.#known.has(projectId))
      this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(projectId, known);
    return known;
  }

  forget(projectId: string): void {
    this.#known.delete(projectId);
  }

  learn(event: Event): void {
    if (event.stream.startsWith('schema-'))
      this.#known.get(event.stream.slice('schema-'.length))?.add(event);
  }
}
