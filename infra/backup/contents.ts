import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Json, JsonObject } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';
import { BackupReader } from './backup-reader.ts';
import { BadBackup } from './format.ts';

/** An event in a frame, sealed as in the log. */
type EventLine = readonly [
  position: string,
  id: string,
  stream: string,
  revision: number,
  type: string,
  data: JsonObject,
  meta: JsonObject,
];
type KeyLine = readonly [scope: string, key: string | null];
/**
 * A part of a file, sealed as in its store; the parts of one file are consecutive. `size` is that
 * of the whole file.
 */
type FileLine = readonly [partition: string, name: string, size: number, part: string];

/** Names become paths on restore, so they are checked. */
const PARTITION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FILE_NAME = /^[0-9a-f]{1,64}$/;
const PART_BYTES = 4 * 1_048_576;
/** No version of HZM has stored larger files. */
const MAX_SEALED_BYTES = 64 * 1_048_576;

/** An event whose bytes cannot be read keeps its position, without the bytes. */
export const eventLine = ({
  position,
  id,
  stream,
  revision,
  type,
  data,
  meta,
}: StoredEvent): Json => [position, id, stream, revision, type, data, meta];
export const keyLine = (scope: string, key: KeyObject | null): Json => [
  scope,
  key && key.export().toString('base64'),
];

export function* fileLines({ partition, name, bytes }: BackupFile): Generator<Json> {
  for (let at = 0; at === 0 || at < bytes.length; at += PART_BYTES)
    yield [
      partition,
      name,
      bytes.length,
      bytes.toString('base64', at, Math.min(bytes.length, at + PART_BYTES)),
    ];
}

/** An uploaded file, sealed as in its store. */
export interface BackupFile {
  readonly partition: string;
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Entry {
  readonly scope: string;
  /** Null if the key was destroyed. */
  readonly key: KeyObject | null;
}

const keyOf = (text: string): KeyObject => createSecretKey(Buffer.from(text, 'base64'));

/**
 * Secrets of the installation. `pepper` is the key that turns email addresses into stream names.
 */
export interface Secrets {
  readonly secret: Buffer;
  readonly pepper: KeyObject;
}

export const secretsLine = ({ secret, pepper }: Secrets): Json => ({
  secret: secret.toString('base64'),
  pepper: pepper.export().toString('base64'),
});

export class BackupContents extends BackupReader {
  /** Yields the events of one frame at a time. */
  *events(): Generator<readonly StoredEvent[]> {
    for (const { kind, value } of this.frames()) {
      if (kind !== 'E') continue;
      yield (value as unknown as readonly EventLine[]).map(
        ([position, id, stream, revision, type, data, meta]) => ({
          position: position as Position,
          id,
          stream,
          revision,
          type,
          data,
          meta,
        }),
      );
    }
  }

  *keys(): Generator<Entry> {
    for (const { kind, value } of this.frames()) {
      if (kind === 'K')
        for (const [scope, key] of value as unknown as readonly KeyLine[])
          yield { scope, key: key === null ? null : keyOf(key) };
    }
  }

  /** Yields one file at a time. @throws BadBackup */
  *files(): Generator<BackupFile> {
    let parts: Buffer[] = [];
    let length = 0;
    for (const { kind, value } of this.frames()) {
      if (kind !== 'F') continue;
      const [partition, name, size, text] = value as unknown as FileLine;
      if (!PARTITION.test(partition) || !FILE_NAME.test(name) || size > MAX_SEALED_BYTES)
        throw new BadBackup('The backup holds a file under a name that no version of HZM gives.');
      const part = Buffer.from(text, 'base64');
      parts.push(part);
      length += part.length;
      if (length < size) continue;
      yield { partition, name, bytes: Buffer.concat(parts) };
      [parts, length] = [[], 0];
    }
  }

  /** Reads the whole backup once, checking every byte. @throws BadBackup */
  verify(): Secrets {
    let found: Secrets | undefined;
    for (const { kind, value } of this.frames()) {
      if (kind !== 'S') continue;
      const { secret, pepper } = value as { secret: string; pepper: string };
      found = { secret: Buffer.from(secret, 'base64'), pepper: keyOf(pepper) };
    }
    if (!found) throw new BadBackup('The backup has no secret.');
    return found;
  }
}
