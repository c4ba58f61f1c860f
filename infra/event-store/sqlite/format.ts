import { crc32 } from 'node:zlib';
import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { positionOf } from '@hzm/contracts/core/position';
import { EMPTIED, type NewEvent, type StoredEvent } from '@hzm/services/core/ports/event-store';
import type { DatabaseSync, StatementSync } from '../../sqlite/database.ts';
import { Reading } from '../limits.ts';
import { pack, unpack, unpackable } from './packed.ts';

/** Version of the file format (`PRAGMA user_version`); 0 precedes numbering. */
export const FORMAT = 1;

/** One transaction: half of the tables would look like an earlier version's file. */
const TABLES = `
  BEGIN IMMEDIATE;
  CREATE TABLE log (identity TEXT NOT NULL) STRICT;
  CREATE TABLE streams (stream INTEGER PRIMARY KEY, name TEXT NOT NULL, hash INTEGER NOT NULL) STRICT;
  CREATE INDEX streams_by_name ON streams (hash);
  CREATE TABLE shapes (shape INTEGER PRIMARY KEY, says TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT
    NULL, shape INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
  CREATE UNIQUE INDEX events_of_stream ON events (stream, revision);
  PRAGMA user_version = ${FORMAT};
  COMMIT;
`;

/** Returns the format of a file; undefined if it is empty. */
export function formatOf(database: DatabaseSync): number | undefined {
  const { user_version: format } = database.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  return format === 0 && isEmpty ? undefined : format;
}

/** @throws Error when another version wrote the file */
export function checkFormat(database: DatabaseSync, file: string): void {
  const format = formatOf(database) ?? FORMAT;
  if (format > FORMAT)
    throw new Error(`${file} was written by a later version of HZM; this one cannot read it.`);
  if (format < FORMAT)
    throw new Error(
      `${file} was written by an earlier version of HZM and must be brought up to date first.`,
    );
}

/** An event's type and member names, shared by many events. */
interface Shape {
  readonly type: string;
  readonly data: readonly string[];
  readonly meta: readonly string[];
}

interface EventRow {
  readonly position: number;
  /** Null if there is no such stream. */
  readonly name: string | null;
  readonly revision: number;
  readonly shape: number;
  readonly body: Uint8Array;
}

/** Member of an event's data that holds the sealed bytes. */
const SEALED = '$sealed';
const COLUMNS =
  'SELECT position, name, revision, shape, body FROM events LEFT JOIN streams USING (stream)';

/** The tables of a log. Streams and shapes are stored once and referred to by number. */
export class LogTables {
  readonly #statements: Readonly<
    Record<
      'stream' | 'newStream' | 'shape' | 'newShape' | 'shapeOf' | 'insert' | 'ofStream' | 'ofAll',
      StatementSync
    >
  >;
  readonly #idOf = new Map<string, number>();
  readonly #shapes = new Map<number, Shape>();

  constructor(database: DatabaseSync) {
    if (formatOf(database) === undefined) database.exec(TABLES);
    this.#statements = {
      stream: database.prepare(
        'SELECT stream, (SELECT max(revision) FROM events WHERE events.stream = streams.stream) AS last FROM streams WHERE hash = ? AND name = ?',
      ),
      newStream: database.prepare('INSERT INTO streams (hash, name) VALUES (?, ?)'),
      shape: database.prepare('SELECT shape FROM shapes WHERE says = ?'),
      newShape: database.prepare('INSERT INTO shapes (says) VALUES (?)'),
      shapeOf: database.prepare('SELECT says FROM shapes WHERE shape = ?'),
      insert: database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)'),
      ofStream: database.prepare(
        `${COLUMNS} WHERE stream = (SELECT stream FROM streams WHERE hash = ? AND name = ?) AND revision >= ? ORDER BY revision LIMIT ?`,
      ),
      ofAll: database.prepare(`${COLUMNS} WHERE position > ? ORDER BY position LIMIT ?`),
    };
  }

  find(name: string): { readonly stream: number; readonly last: number } | undefined {
    return this.#statements.stream.get(crc32(name), name) as
      | { stream: number; last: number }
      | undefined;
  }

  /** Inserts a stream. @returns its number */
  add(name: string): number {
    return Number(this.#statements.newStream.run(crc32(name), name).lastInsertRowid);
  }

  write(
    position: number,
    stream: number,
    revision: number,
    { id, type, data, meta }: NewEvent,
  ): void {
    const names = { type, data: namesOf(data), meta: namesOf(meta) };
    this.#statements.insert.run(
      position,
      stream,
      revision,
      this.#numberOf(names),
      pack([
        id,
        ...names.data.map(name => memberOf(data, name)),
        ...names.meta.map(name => memberOf(meta, name)),
      ]),
    );
  }

  /**
   * Writes an event that was unreadable in its source, with its position and its remaining text.
   */
  writeUnreadable(
    position: number,
    stream: number,
    revision: number,
    { id, type }: Pick<NewEvent, 'id' | 'type'>,
    text: string,
  ): void {
    this.#statements.insert.run(
      position,
      stream,
      revision,
      this.#numberOf({ type, data: [], meta: [] }),
      Buffer.concat([pack([id]), unpackable(text)]),
    );
  }

  readStream(name: string, from: number, limit: number, bytes = Infinity): StoredEvent[] {
    return this.#taken(
      this.#statements.ofStream.iterate(crc32(name), name, from, limit === Infinity ? -1 : limit),
      new Reading(limit, bytes),
    );
  }

  readAll(after: number, limit: number, bytes = Infinity): StoredEvent[] {
    return this.#taken(this.#statements.ofAll.iterate(after, limit), new Reading(limit, bytes));
  }

  /**
   * Returns the body of an event without its sealed bytes; undefined if it has none, or `isMeant`
   * rejects its open members.
   */
  withoutSeal(
    { shape, body }: Pick<EventRow, 'shape' | 'body'>,
    isMeant: (open: JsonObject) => boolean,
  ): Uint8Array | undefined {
    const { data } = this.#shapeOf(shape);
    const sealed = data.indexOf(SEALED);
    if (sealed < 0) return undefined;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    // The seal is the last member, so open members can be read without it.
    const open = attempt(() => unpack(bytes, 1 + sealed));
    if (open?.length !== 1 + sealed || !isMeant(objectOf(data.slice(0, sealed), open, 1)))
      return undefined;
    const values = attempt(() => unpack(bytes));
    if (!values || values[1 + sealed] === EMPTIED) return undefined;
    return pack(values.with(1 + sealed, EMPTIED));
  }

  /** Drops cached numbers. Must be called after a rollback, which frees them. */
  forget(): void {
    this.#idOf.clear();
    this.#shapes.clear();
  }

  /** Iterates row by row, so that no more than the result is in memory. */
  #taken(rows: Iterable<unknown>, reading: Reading): StoredEvent[] {
    for (const row of rows) {
      reading.take(this.#event(row as EventRow));
      if (reading.isFull) break;
    }
    return reading.events;
  }

  /** Returns a placeholder for a corrupt row, so that the others stay readable. */
  #event({ position, name, revision, shape, body }: EventRow): StoredEvent {
    const { type, data, meta } = this.#shapeOf(shape);
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const place = { type, stream: name ?? '', revision, position: positionOf(position) };
    const values = attempt(() => unpack(bytes));
    if (name === null || values?.length !== 1 + data.length + meta.length)
      return {
        ...place,
        id: textOf(attempt(() => unpack(bytes, 1))?.[0]),
        data: {},
        meta: {},
        isUnreadable: true,
      };
    return {
      ...place,
      id: textOf(values[0]),
      data: objectOf(data, values, 1),
      meta: objectOf(meta, values, 1 + data.length),
    };
  }

  #numberOf({ type, data, meta }: Shape): number {
    const says = JSON.stringify([type, data, meta]);
    const known = this.#idOf.get(says);
    if (known !== undefined) return known;
    const { shape } = (this.#statements.shape.get(says) ?? {
      shape: Number(this.#statements.newShape.run(says).lastInsertRowid),
    }) as { shape: number };
    this.#idOf.set(says, shape);
    return shape;
  }

  #shapeOf(shape: number): Shape {
    const known = this.#shapes.get(shape);
    if (known) return known;
    const found = this.#statements.shapeOf.get(shape) as { says: string } | undefined;
    const [type, data, meta] = attempt(
      () => JSON.parse(found?.says ?? '') as [string, string[], string[]],
    ) ?? ['damaged', [], []];
    this.#shapes.set(shape, { type, data, meta });
    return { type, data, meta };
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Skips undefined members, as JSON does. */
const namesOf = (object: JsonObject): string[] =>
  Object.keys(object).filter(name => memberOf(object, name) !== undefined);

function objectOf(names: readonly string[], values: readonly Json[], from: number): JsonObject {
  const object: Record<string, Json> = {};
  for (const [i, name] of names.entries()) {
    if (name === '__proto__')
      Object.defineProperty(object, name, {
        value: values[from + i],
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else object[name] = values[from + i]!;
  }
  return object;
}
