import * as z from 'zod';
import type { JsonObject } from './json.ts';
import type { Position } from './position.ts';

/** Who did what was done with the master key. */
export const MASTER_ACTOR = 'master';
/** How it is called where no language is known. */
export const MASTER_NAME = 'Master Admin';

/** Who did it, in which request; nothing personal: names are looked up when read. */
export type EventMeta = {
  /** ISO 8601 UTC. */
  readonly at: string;
  /**
   * Account id, key id, `system` or `master`. Before 0.3.0 a key's events name its owner's account.
   */
  readonly actor: string;
  /** What the caller called this request. */
  readonly request: string;
  /** There when the caller chose that name: keyed, of what was asked; the codec compares it. */
  readonly mac?: string;
  /** Position of the event that caused this one, when a reactor acted. */
  readonly cause?: string;
  /** The published endpoint through which it was asked for. */
  readonly endpoint?: string;
};

/**
 * A fact as deciders and projections see it: upcast to the newest version, its sealed members
 * opened.
 */
export interface Event<Data = JsonObject> {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly meta: EventMeta;
  readonly data: Data;
  /** The key of its sealed members is destroyed: they are missing from `data`. */
  readonly erased: boolean;
  /** Size of the event as the log keeps it, in bytes: the same on every event store. */
  readonly bytes: number;
}

/** Why an event cannot be opened. */
export type Damage =
  /**
   * No event of this type is defined: the log was written by a newer version of the program, or the
   * type is damaged.
   */
  | 'unknown-type'
  /** Nothing brings this version of its shape to the one that is known. */
  | 'unknown-version'
  /** What the log keeps of it is no JSON, or does not say whose key sealed it. */
  | 'unreadable'
  /** What is sealed is not what was sealed. */
  | 'seal-broken'
  /** There is no key that it was sealed under, and none was destroyed. */
  | 'key-missing'
  /** What brings its version to the next one fails. */
  | 'upcaster-failed';

/**
 * An event of the log that cannot be opened; `data` and `meta`: what can be read of it all the
 * same.
 */
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

/** A fact that a decider wants appended. */
export interface DomainEvent<Data = JsonObject> {
  readonly type: string;
  readonly data: Data;
}

/** One type of event. Calling it makes a fact. */
export interface EventDefinition<Data = JsonObject> {
  (data: Data): DomainEvent<Data>;
  readonly type: string;
  readonly version: number;
  readonly schema: z.ZodType<Data>;
  /** The members that stand open in the log for ever, each with the reason. */
  readonly open: Readonly<Record<string, string>>;
  /**
   * Nothing follows it in its project or account: the key that seals what they said is destroyed.
   */
  readonly shreds: boolean;
  /** It always names a project (`projectId`). */
  readonly isOfProject: boolean;
  /**
   * Whether a fact of this type needs room in its project: it is refused while the project's
   * storage is full.
   */
  needsRoom(data: JsonObject): boolean;
}

/**
 * Whether an event is of a type that is defined here: its data are what the definition says. Not
 * for erased events, whose sealed members are missing.
 */
export const isEventOf = <Data>(
  definition: EventDefinition<Data>,
  event: Event,
): event is Event & Event<Data> => event.type === definition.type;

/** Why members stand open in the log. Nothing that a person wrote has a reason to. */
export const because = {
  key: 'finds the key that opens the rest',
  id: 'made here, tells nothing of anybody; finds what the sealed rest was about',
  erasure: 'needed when the rest is erased: what is dropped with it',
} as const;

interface Definition<Shape extends z.ZodRawShape> {
  readonly version: number;
  readonly shape: Shape;
  /** The members that stand open in the log, each with the reason. */
  readonly open: { readonly [Member in keyof Shape & string]?: string };
  /** Default: false. */
  readonly shreds?: boolean;
  /**
   * Refused while the storage of its project is full (default: never); a function decides by the
   * data.
   */
  readonly needsRoom?: boolean | ((data: z.infer<z.ZodObject<Shape>>) => boolean);
}

/**
 * Defines a fact: its type (past tense, kebab-case), the version of its shape, the shape, and the
 * members that stay open in the log.
 * Everything else is sealed under the key of the project (`projectId`), or else of the account
 * (`accountId`) or of the part of the installation (`installation`) that the data names.
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

/** The data of an event that a definition describes. */
export type DataOf<D> = D extends EventDefinition<infer Data> ? Data : never;

/**
 * Turns the data of one version of a type into the next version's. Runs on opened data, when read.
 */
export interface Upcaster {
  readonly type: string;
  readonly from: number;
  readonly up: (data: JsonObject) => JsonObject;
}
