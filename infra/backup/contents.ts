import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Json, JsonObject } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';
import { BackupReader } from './backup-reader.ts';
import { BadBackup } from './format.ts';

/** How an event lies in a frame: as the log keeps it, sealed. */
type EventLine = readonly [position: string, id: string, stream: string, revision: number, type: string, data: JsonObject, meta: JsonObject];
type KeyLine = readonly [scope: string, key: string | null];

/** The bytes of an event that cannot be read are not carried over: its place is. */
export const eventLine = ({ position, id, stream, revision, type, data, meta }: StoredEvent): Json => [position, id, stream, revision, type, data, meta];
export const keyLine = (scope: string, key: KeyObject | null): Json => [scope, key && key.export().toString('base64')];

export interface Entry {
  readonly scope: string;
  /** Null: it was destroyed. */
  readonly key: KeyObject | null;
}

const keyOf = (text: string): KeyObject => createSecretKey(Buffer.from(text, 'base64'));

/** What a backup holds beside its events: the installation's secret, and what makes e-mail addresses into stream names. */
export interface Secrets {
  readonly secret: Buffer;
  readonly pepper: KeyObject;
}

export const secretsLine = ({ secret, pepper }: Secrets): Json => ({ secret: secret.toString('base64'), pepper: pepper.export().toString('base64') });

/** What a backup holds. */
export class BackupContents extends BackupReader {
  /** A frame at a time. */
  *events(): Generator<readonly StoredEvent[]> {
    for (const { kind, value } of this.frames()) {
      if (kind !== 'E') continue;
      yield (value as unknown as readonly EventLine[]).map(([position, id, stream, revision, type, data, meta]) => ({ position: position as Position, id, stream, revision, type, data, meta }));
    }
  }

  *keys(): Generator<Entry> {
    for (const { kind, value } of this.frames()) {
      if (kind === 'K') for (const [scope, key] of value as unknown as readonly KeyLine[]) yield { scope, key: key === null ? null : keyOf(key) };
    }
  }

  /** Reads everything once: a backup whose every byte is as it was written. @throws BadBackup */
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
