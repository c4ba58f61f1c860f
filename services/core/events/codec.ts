import type { KeyObject } from 'node:crypto';
import {
  isDamaged,
  type Damage,
  type DamagedEvent,
  type Event,
  type EventDefinition,
  type EventMeta,
  type DomainEvent,
  type Upcaster,
} from '@hzm/contracts/core/event';
import type { JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { nextTurn } from '../concurrency/next-turn.ts';
import {
  MAX_APPEND_BYTES,
  MAX_EVENT_BYTES,
  MAX_STORED_APPEND_BYTES,
  OPENED_BYTES,
  weigh,
} from '../ports/byte-budget.ts';
import { isEmptied, loggedBytes, type NewEvent, type StoredEvent } from '../ports/event-store.ts';
import type { KeyVault } from '../ports/key-vault.ts';
import { scopeOf } from '../ports/scope.ts';
import { Unavailable } from '../ports/unavailable.ts';
import { FORMER_MAC_END, formerMacOf, macOf, partsOf, sealText, unsealText } from './sealing.ts';

/** Bytes of work after which the codec yields to other requests. */
const YIELD_AFTER_BYTES = 262_144;
/**
 * Maximum length of own sealed text cached in opened form; larger text costs more memory than
 * opening it costs time.
 */
const MAX_OWN_TEXT_LENGTH = 4096;

/** Consecutive events of a log, opened, with the size of their data as JSON. */
export interface Opened {
  readonly events: readonly (Event | DamagedEvent)[];
  readonly bytes: number;
}

/** A sealed event, ready to append. */
export type EncodedEvent = NewEvent & { readonly meta: EventMeta };

/**
 * Converts between domain events and stored events: validates shapes, seals personal data, upcasts
 * old versions.
 */
export class Codec {
  readonly #definitions: ReadonlyMap<string, EventDefinition>;
  readonly #upcasters: ReadonlyMap<string, Upcaster>;
  readonly #vault: KeyVault;
  /** JSON of data that this process sealed, as long as the sealed object is referenced. */
  readonly #own = new WeakMap<JsonObject, string>();
  /** Called with each event that cannot be opened. */
  onDamaged: (event: DamagedEvent) => void = () => undefined;

  constructor(
    vault: KeyVault,
    definitions: readonly EventDefinition[],
    upcasters: readonly Upcaster[],
  ) {
    this.#vault = vault;
    this.#definitions = new Map(definitions.map(d => [d.type, d]));
    this.#upcasters = new Map(upcasters.map(u => [`${u.type}.${u.from}`, u]));
  }

  /** The permanent key for derived ids. */
  get idKey(): KeyObject {
    return this.#vault.pepper;
  }

  /**
   * @param digest of a repeatable request's content, for `asksTheSame`
   * @throws Problem PAYLOAD_TOO_LARGE if an event or all of them are too large, plain or sealed;
   * NOT_FOUND if the project or person is already deleted
   */
  async encode(
    facts: readonly DomainEvent[],
    meta: EventMeta,
    idOf: (index: number) => string,
    digest?: string,
  ): Promise<EncodedEvent[]> {
    const events: EncodedEvent[] = [];
    let bytes = 0;
    let stored = 0;
    for (const [index, fact] of facts.entries()) {
      const definition = this.#definition(fact.type);
      const { data, size } = await this.#seal(definition, fact.data);
      const mac = digest === undefined ? undefined : await this.#mac(data, digest);
      bytes += size;
      stored += weigh(data);
      if (bytes > MAX_APPEND_BYTES || stored > MAX_STORED_APPEND_BYTES) throw tooMuch();
      events.push({
        id: idOf(index),
        type: fact.type,
        data,
        meta: { ...meta, ...(mac !== undefined && { mac }), v: definition.version },
      });
      if (size > YIELD_AFTER_BYTES) await nextTurn();
    }
    return events;
  }

  /**
   * Opens a small number of events at once; a damaged event does not affect the others.
   * @throws Unavailable
   */
  async open(stored: readonly StoredEvent[]): Promise<(Event | DamagedEvent)[]> {
    const events: (Event | DamagedEvent)[] = [];
    for await (const slice of this.slices(stored)) events.push(...slice.events);
    return events;
  }

  /**
   * Opens events in order, in slices that end with the event that reaches `bytes`; the next slice
   * opens when this one is consumed. Yields to other requests in between.
   * @throws Unavailable
   */
  async *slices(stored: Iterable<StoredEvent>, bytes = OPENED_BYTES): AsyncGenerator<Opened> {
    let events: (Event | DamagedEvent)[] = [];
    let [size, since] = [0, 0];
    for (const one of stored) {
      const { event, bytes: own } = await this.#open(one);
      events.push(event);
      size += own;
      since += own;
      if (size < bytes) {
        if (since < YIELD_AFTER_BYTES) continue;
        since = 0;
        await nextTurn();
        continue;
      }
      yield { events, bytes: size };
      events = [];
      [size, since] = [0, 0];
      await nextTurn();
    }
    if (events.length > 0) yield { events, bytes: size };
  }

  /**
   * Opens events that are all required.
   * @throws Problem EVENT_DAMAGED; Unavailable
   */
  async decode(stored: readonly StoredEvent[]): Promise<Event[]> {
    return (await this.open(stored)).map(opened);
  }

  /**
   * Whether a request has the same content as the earlier one that made the event. True if nothing
   * comparable was stored or its key is destroyed, so that nothing is written twice.
   */
  async asksTheSame(
    { data, meta: { mac } }: Pick<StoredEvent, 'data' | 'meta'>,
    digest: string,
  ): Promise<boolean> {
    if (mac === undefined) return true;
    const scope = scopeOf(data);
    const key = scope === undefined ? undefined : await this.#vault.find(scope);
    return !key || mac === macOf(key, digest) || mac === formerMacOf(key, digest);
  }

  /** Whether `asksTheSame` can compare: a digest was stored and its key exists. */
  async isComparable({
    data,
    meta: { mac },
  }: Pick<StoredEvent, 'data' | 'meta'>): Promise<boolean> {
    const scope = scopeOf(data);
    return (
      mac !== undefined && scope !== undefined && (await this.#vault.find(scope)) !== undefined
    );
  }

  /** Whether nothing that was sealed with these data can be opened again. */
  async isErased(data: JsonObject): Promise<boolean> {
    const scope = scopeOf(data);
    return scope !== undefined && this.#vault.isDestroyed(scope);
  }

  async #mac(data: JsonObject, digest: string): Promise<string | undefined> {
    const scope = scopeOf(data);
    const key = scope === undefined ? undefined : await this.#vault.obtain(scope);
    return key && macOf(key, digest);
  }

  /** `size` is that of the sealed part, in bytes of JSON. */
  async #seal(
    definition: EventDefinition,
    data: JsonObject,
  ): Promise<{ readonly data: JsonObject; readonly size: number }> {
    const { open, secret } = partsOf(definition, data);
    if (!secret) return { data, size: 0 };
    const scope = scopeOf(data);
    if (scope === undefined)
      throw new Error(`${definition.type} has something to seal, and no key to seal it under`);
    const key = await this.#vault.obtain(scope);
    if (!key) throw new Problem('NOT_FOUND');
    const text = JSON.stringify(secret);
    const size = Buffer.byteLength(text);
    if (size > MAX_EVENT_BYTES) throw tooMuch();
    const sealed = { ...open, $sealed: sealText(key, definition.type, text) };
    if (text.length < MAX_OWN_TEXT_LENGTH) this.#own.set(sealed, text);
    return { data: sealed, size };
  }

  /** `bytes` is the size of the sealed part; the open part is small. */
  async #open(
    stored: StoredEvent,
  ): Promise<{ readonly event: Event | DamagedEvent; readonly bytes: number }> {
    const {
      meta: { v, digest: _digest, ...meta },
      isUnreadable,
      ...event
    } = stored;
    const { $sealed, ...data } = stored.data;
    // An emptied event does not consult the vault: an older copy of that may hold a key destroyed
    // since.
    const key = isEmptied($sealed)
      ? 'destroyed'
      : typeof $sealed === 'string'
        ? await this.#keyOf(data)
        : undefined;
    try {
      if (isUnreadable || ($sealed !== undefined && typeof $sealed !== 'string'))
        throw new Unopenable('unreadable');
      const definition = this.#definitions.get(event.type);
      if (!definition) throw new Unopenable('unknown-type');
      const known = { ...event, meta: meta as unknown as EventMeta, bytes: loggedBytes(stored) };
      if (key === 'destroyed') return { event: { ...known, data, erased: true }, bytes: 0 };
      const { members, bytes } =
        typeof $sealed === 'string'
          ? unsealed(key, event.type, $sealed, this.#own.get(stored.data))
          : { members: {}, bytes: 0 };
      return {
        event: {
          ...known,
          data: this.#upcast(definition, v, { ...data, ...members }),
          erased: false,
        },
        bytes,
      };
    } catch (error) {
      if (!(error instanceof Unopenable)) throw error;
      const damaged: DamagedEvent = { ...event, data, meta, damage: error.damage };
      this.onDamaged(damaged);
      return { event: damaged, bytes: 0 };
    }
  }

  /**
   * Returns the sealing key; `destroyed` if it is gone for good; undefined if it is missing or not
   * the original.
   * @throws Unavailable
   */
  async #keyOf(data: JsonObject): Promise<KeyObject | 'destroyed' | undefined> {
    const scope = scopeOf(data);
    if (scope === undefined) return undefined;
    try {
      return (
        (await this.#vault.find(scope)) ??
        ((await this.#vault.isDestroyed(scope)) ? 'destroyed' : undefined)
      );
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      return undefined;
    }
  }

  #upcast({ type, version }: EventDefinition, from: unknown, data: JsonObject): JsonObject {
    if (typeof from !== 'number' || from > version) throw new Unopenable('unknown-version');
    let result = data;
    for (let v = from; v < version; v++) {
      const upcaster = this.#upcasters.get(`${type}.${v}`);
      if (!upcaster) throw new Unopenable('unknown-version');
      result = attempt('upcaster-failed', () => upcaster.up(result));
    }
    return result;
  }

  #definition(type: string): EventDefinition {
    const definition = this.#definitions.get(type);
    if (!definition) throw new Error(`nobody defines the event ${type}`);
    return definition;
  }
}

/** Whether a version before 0.3.0 wrote an event of a repeatable request. */
export const isFormer = ({ meta: { mac } }: Pick<StoredEvent, 'meta'>): boolean =>
  typeof mac === 'string' && mac.endsWith(FORMER_MAC_END);

const tooMuch = (): Problem => new Problem('PAYLOAD_TOO_LARGE', { text: 'write-too-large' });

/** Names only the kind of damage, because other messages may quote sealed data. */
class Unopenable extends Error {
  readonly damage: Damage;
  constructor(damage: Damage) {
    super(damage);
    this.damage = damage;
  }
}

function attempt<T>(damage: Damage, work: () => T): T {
  try {
    return work();
  } catch {
    throw new Unopenable(damage);
  }
}

/**
 * Returns a required event.
 * @throws Problem EVENT_DAMAGED
 */
export function opened(event: Event | DamagedEvent): Event {
  if (isDamaged(event)) throw new Problem('EVENT_DAMAGED', { data: { position: event.position } });
  return event;
}

/** @param known the sealed text, if cached */
function unsealed(
  key: KeyObject | undefined,
  type: string,
  sealed: string,
  known: string | undefined,
): { readonly members: JsonObject; readonly bytes: number } {
  if (!key) throw new Unopenable('key-missing');
  return attempt('seal-broken', () => {
    const text = known ?? unsealText(key, type, sealed);
    return { members: JSON.parse(text) as JsonObject, bytes: text.length };
  });
}
