import { isIntact, type Event } from '@hzm/contracts/core/event';
import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { START, type Position } from '@hzm/contracts/core/position';
import { tables, type TableDoc } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';

/**
 * The tables of one project as they stood at a position. Folded from the log: the read model may
 * already be ahead of the
 * event that is being published, and a row is published with the names that its fields had then.
 */
export class Schema {
  readonly #tables = new Map<string, TableDoc>();
  /** Known, but later than the last position asked for. */
  readonly #ahead: Event[];
  #known: Position;

  constructor(events: readonly Event[]) {
    this.#ahead = [...events];
    this.#known = events.at(-1)?.position ?? START;
  }

  static async load({ store, codec }: Engine, projectId: string): Promise<Schema> {
    // Without what cannot be opened, as the view of the tables.
    return new Schema(
      (await codec.open(await store.readStream(`schema-${projectId}`))).filter(isIntact),
    );
  }

  /** The next event of the project's schema, unless it is known. */
  add(event: Event): void {
    if (event.position <= this.#known) return;
    this.#ahead.push(event);
    this.#known = event.position;
  }

  /**
   * Tables by id, including what happened at `position`. Positions must not fall from call to call.
   */
  at(position: Position): ReadonlyMap<string, TableDoc> {
    let next = this.#ahead[0];
    while (next && next.position <= position) {
      this.#fold(next);
      this.#ahead.shift();
      next = this.#ahead[0];
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

/** The schemas of the watched projects, up to the last published position. */
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
