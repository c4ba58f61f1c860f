import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { FieldKey } from '@hzm/contracts/core/field-key';
import type { WireChange } from '@hzm/contracts/core/realtime';
import type { Caller, Engine } from '@hzm/services/core/engine';
import type { AccountCache } from '../account-cache.ts';
import type { BufferedEvent, ReplayBuffer } from '../replay-buffer.ts';
import type { Schema } from '../schema.ts';
import type { Allowed } from './allowed.ts';

/** What a message is made from. `schema`: at or before the position of the entry. */
export interface TopicContext {
  readonly engine: Engine;
  readonly buffer: ReplayBuffer;
  readonly people: AccountCache;
  readonly schema: (projectId: string) => Promise<Schema>;
  /** The keys of rows' values. */
  readonly fieldKey: FieldKey;
}

/**
 * A change without who made it. `hidden`: its members that only readers of hidden fields are shown.
 */
export type Part = Omit<WireChange, 'actor' | 'requestId'> & {
  readonly hidden?: readonly string[];
};

/** What clients call a topic. */
export const topicName = (kind: string, id: string): string => `${kind}:${id}`;

/** One kind of topics, `<name>:<id>`. */
export interface TopicKind {
  readonly name: string;
  /** Authorizes the caller to watch. @throws Problem */
  readonly allow: (engine: Engine, caller: Caller, id: string) => Promise<Allowed>;
  /** Under which keys an event is remembered for this kind. */
  readonly keysOf: (event: Event, changes: readonly Change[]) => readonly string[];
  /** Under which keys the events of one topic are found; an event has one of them at most. */
  readonly keysTo: (id: string) => readonly string[];
  /**
   * Whether its messages follow from events alone, so that one made for a watcher can be replayed;
   * otherwise they show documents of the time they are made at.
   */
  readonly isOfEvents?: boolean;
  /**
   * Whether earlier messages of the topic hold something that an entry removed, so that they are
   * not replayed.
   */
  readonly endsReplay?: (entry: BufferedEvent) => boolean;
  /** What an entry says to one topic. */
  readonly toChanges: (
    entry: BufferedEvent,
    id: string,
    context: TopicContext,
  ) => Promise<readonly Part[]>;
}
