import * as z from 'zod';
import type { JsonObject } from './json.ts';
import type { Position } from './position.ts';

/** The actor of events that the master key caused. */
export const MASTER_ACTOR = 'master';
/** The actor of events that somebody without an identity caused. */
export const ANONYMOUS_ACTOR = 'anonymous';
/** The beginning of an actor who came by a personal link; the id of the link follows. */
export const LINK_ACTOR = 'link:';
/** The actor's display name when the language is unknown. */
export const MASTER_NAME = 'Master Admin';

/** The actor and request of an event. Holds no personal data: names are looked up when read. */
export type EventMeta = {
  /** A timestamp in ISO 8601, UTC. */
  readonly at: string;
  /**
   * Account id, key id, `system`, `master`, `anonymous` or `link:<id>`. Before 0.3.0, a key's events
   * name its owner's account.
   */
  readonly actor: string;
  /** The request id that the caller sent. */
  readonly request: string;
  /**
   * A keyed hash of the request's content, present when the caller chose the request id; the codec
   * compares it.
   */
  readonly mac?: string;
  /** Position of the event that caused this one, when a reactor acted. */
  readonly cause?: string;
  /** The published endpoint that the request called. */
  readonly endpoint?: string;
};

/** An event as deciders and projections see it: upcast to the newest version and unsealed. */
export interface Event<Data = JsonObject> {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly meta: EventMeta;
  readonly data: Data;
  /** Whether the key of the sealed members is destroyed, so that `data` lacks them. */
  readonly erased: boolean;
  /** Size of the stored event in bytes, the same on every event store. */
  readonly bytes: number;
}

/** The reason why an event cannot be read. */
export type Damage =
  /** No event of this type is defined: a newer version wrote it, or the type is corrupt. */
  | 'unknown-type'
  /** No chain of upcasters leads from this version to the current one. */
  | 'unknown-version'
  /** The stored event is no JSON, or does not name the key that sealed it. */
  | 'unreadable'
  /** The sealed part fails authentication. */
  | 'seal-broken'
  /** The sealing key is missing, and not because it was destroyed. */
  | 'key-missing'
  /** An upcaster threw. */
  | 'upcaster-failed';

/** An event of the log that cannot be opened. `data` and `meta` hold the parts that can be read. */
export interface DamagedEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly meta: Partial<EventMeta>;
  readonly data: JsonObject;
  readonly damage: Damage;
}

export const isDamaged = (event: Event | DamagedEvent): event is DamagedEvent => 'damage' in event;
export const isIntact = (event: Event | DamagedEvent): event is Event => !isDamaged(event);

/** An event that a decider wants to append. */
export interface DomainEvent<Data = JsonObject> {
  readonly type: string;
  readonly data: Data;
}

/** A type of event. Calling it creates an event to append. */
export interface EventDefinition<Data = JsonObject> {
  (data: Data): DomainEvent<Data>;
  readonly type: string;
  readonly version: number;
  readonly schema: z.ZodType<Data>;
  /** The members that are never sealed in the log, each with the reason. */
  readonly open: Readonly<Record<string, string>>;
  /**
   * Whether this event ends its project or account: the key of its sealed data is destroyed, and no
   * event follows.
   */
  readonly shreds: boolean;
  /** Whether the event always names a project (`projectId`). */
  readonly isOfProject: boolean;
  /**
   * Whether an event of this type needs storage: it is refused while its project is full, or, if it
   * is an account's, while the account has used up its day.
   */
  needsRoom(data: JsonObject): boolean;
}

/**
 * Whether an event has the defined type, so that its data have the defined shape. Not for erased
 * events, whose sealed members are missing.
 */
export const isEventOf = <Data>(
  definition: EventDefinition<Data>,
  event: Event,
): event is Event & Event<Data> => event.type === definition.type;

/** Reasons to leave members unsealed; none covers text that a person wrote. */
export const because = {
  key: 'finds the key that opens the rest',
  id: 'made here, tells nothing of anybody; finds what the sealed rest was about',
  erasure: 'needed when the rest is erased: what is dropped with it',
} as const;

interface Definition<Shape extends z.ZodRawShape> {
  readonly version: number;
  readonly shape: Shape;
  /** The members that are not sealed in the log, each with the reason. */
  readonly open: { readonly [Member in keyof Shape & string]?: string };
  /** Default: false. */
  readonly shreds?: boolean;
  /** `EventDefinition.needsRoom` (default: false); a function decides by the data. */
  readonly needsRoom?: boolean | ((data: z.infer<z.ZodObject<Shape>>) => boolean);
}

/**
 * Defines an event: its type (past tense, kebab-case), the version of its shape, the shape and the
 * unsealed members. The other members are sealed under the key of the project (`projectId`), else
 * the account (`accountId`), else the part of the installation (`installation`) in the data.
 */
export function event<Shape extends z.ZodRawShape>(
  type: string,
  { version, shape, open, shreds = false, needsRoom = false }: Definition<Shape>,
): EventDefinition<z.infer<z.ZodObject<Shape>>> {
  type Data = z.infer<z.ZodObject<Shape>>;
  const make = (data: Data): DomainEvent<Data> => ({ type, data });
  const schema = z.strictObject(shape) as z.ZodType<Data>;
  const isOfProject = 'projectId' in shape && !(shape['projectId'] instanceof z.ZodOptional);
  const asks = (data: JsonObject): boolean =>
    typeof needsRoom === 'boolean' ? needsRoom : needsRoom(data as Data);
  return Object.assign(make, {
    type,
    version,
    schema,
    open: open as Readonly<Record<string, string>>,
    shreds,
    isOfProject,
    needsRoom: asks,
  });
}

export type DataOf<D> = D extends EventDefinition<infer Data> ? Data : never;

/** Converts the data of one version of a type to the next version, on opened data, when read. */
export interface Upcaster {
  readonly type: string;
  readonly from: number;
  readonly up: (data: JsonObject) => JsonObject;
}
