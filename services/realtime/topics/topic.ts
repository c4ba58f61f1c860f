import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { FieldKey } from '@hzm/contracts/core/field-key';
import type { WireChange } from '@hzm/contracts/core/realtime';
import type { Caller, Engine } from '@hzm/services/core/engine';
import type { AccountCache } from '../account-cache.ts';
import type { BufferedEvent, ReplayBuffer } from '../replay-buffer.ts';
import type { Schema } from '../schema.ts';
import type { Allowed } from './allowed.ts';

/** The source of what is known of an entry, for all topics. */
export interface EntryContext {
  readonly engine: Engine;
  readonly buffer: ReplayBuffer;
  readonly people: AccountCache;
}

/** The source of messages. `schema` returns the schema at the entry's position or earlier. */
export interface TopicContext extends EntryContext {
  readonly schema: (projectId: string) => Schema;
  /** The keys of row values. */
  readonly fieldKey: FieldKey;
}

/** A change without its actor. `hidden` lists members for readers of hidden fields only. */
export type Part = Omit<WireChange, 'actor' | 'requestId'> & {
  readonly hidden?: readonly string[];
};

/** Returns the name of a topic for clients. */
export const topicName = (kind: string, id: string): string => `${kind}:${id}`;

/** A kind of topics, `<name>:<id>`. */
export interface TopicKind {
  readonly name: string;
  /**
   * Authorizes the caller to watch.
   * @throws Problem
   */
  readonly allow: (engine: Engine, caller: Caller, id: string) => Promise<Allowed>;
  /** Returns the keys that an event is buffered under for this kind. */
  readonly keysOf: (event: Event, changes: readonly Change[]) => readonly string[];
  /** Returns the keys that find a topic's events; an event has at most one of them. */
  readonly keysTo: (id: string) => readonly string[];
  /**
   * Returns which of the watched topics an event concerns, where its keys are shared by all of them:
   * asked once for an event, because a message for each would be made in vain.
   */
  readonly concerned?: (
    entry: BufferedEvent,
    ids: readonly string[],
    context: EntryContext,
  ) => Promise<ReadonlySet<string>>;
  /**
   * Whether watchers are told at most once a second, of the last event only. Nothing is replayed, so
   * that the buffer has no keys of the kind.
   */
  readonly isCoalesced?: boolean;
  /** Called before a topic is watched; the returned function, when it no longer is. */
  readonly retain?: (id: string) => () => void;
  /**
   * Whether messages derive from events alone, so that one made for a watcher can be replayed;
   * otherwise they show documents as of their making.
   */
  readonly isOfEvents?: boolean;
  /**
   * Whether an entry removes something that earlier messages of the topic contain, or brings what no
   * message tells, so that nothing is replayed. `isFirst`: no missed message is earlier.
   */
  readonly endsReplay?: (entry: BufferedEvent, isFirst: boolean) => boolean;
  /** Returns the changes of an entry for one topic. */
  readonly toChanges: (
    entry: BufferedEvent,
    id: string,
    context: TopicContext,
  ) => Promise<readonly Part[]>;
}
