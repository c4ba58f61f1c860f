import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Event, EventDefinition, EventMeta, Fact, Upcaster } from '@hzm/contracts/core/event';
import type { JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { setImmediate } from 'node:timers/promises';
import { MAX_APPEND_BYTES, MAX_EVENT_BYTES, MAX_OLD_EVENT_BYTES, MAX_STORED_APPEND_BYTES, OPENED_BYTES, weigh } from './ports/byte-budget.ts';
import type { NewEvent, StoredEvent } from './ports/event-store.ts';
import type { KeyVault } from './ports/key-vault.ts';

const PLAIN = 0;
const DEFLATED = 1;
const DEFLATE_FROM = 4096;
/** Work on more than this lets others have their turn before the next. */
const LONG_BYTES = 262_144;

/** Some neighbours of a log, opened, and how large their data is as JSON. */
export interface Opened {
  readonly events: readonly Event[];
  readonly bytes: number;
}

/** Between facts and what the log keeps: checks their shape, seals what is personal, brings old versions up to date. */
export class Codec {
  readonly #definitions: ReadonlyMap<string, EventDefinition>;
  readonly #upcasters: ReadonlyMap<string, Upcaster>;
  readonly #vault: KeyVault;

  constructor(vault: KeyVault, definitions: readonly EventDefinition[], upcasters: readonly Upcaster[]) {
    this.#vault = vault;
    this.#definitions = new Map(definitions.map(d => [d.type, d]));
    this.#upcasters = new Map(upcasters.map(u => [`${u.type}.${u.from}`, u]));
  }

  /** @throws Problem PAYLOAD_TOO_LARGE when an event or all of them are too large, as they are or as the log keeps them; NOT_FOUND when the project or person is already deleted */
  async encode(facts: readonly Fact[], meta: EventMeta, idOf: (index: number) => string): Promise<NewEvent[]> {
    const events: NewEvent[] = [];
    let bytes = 0;
    let stored = 0;
    for (const [index, fact] of facts.entries()) {
      const definition = this.#definition(fact.type);
      const { data, size } = definition.sealed.length === 0 ? { data: fact.data, size: 0 } : await this.#seal(definition, fact.data);
      bytes += size;
      stored += weigh(data);
      if (bytes > MAX_APPEND_BYTES || stored > MAX_STORED_APPEND_BYTES) throw tooMuch();
      events.push({ id: idOf(index), type: fact.type, data, meta: { ...meta, v: definition.version } });
      if (size > LONG_BYTES) await setImmediate();
    }
    return events;
  }

  /** All of them at once: for what is known to be small. */
  async decode(stored: readonly StoredEvent[]): Promise<Event[]> {
    const events: Event[] = [];
    for await (const opened of this.slices(stored)) events.push(...opened.events);
    return events;
  }

  /** Opens events in order, no more at once than the one with which they reach `bytes`: the next are opened when these were taken. Others get their turn in between. */
  async *slices(stored: Iterable<StoredEvent>, bytes = OPENED_BYTES): AsyncGenerator<Opened> {
    let events: Event[] = [];
    let size = 0;
    for (const one of stored) {
      const opened = await this.#open(one);
      events.push(opened.event);
      size += opened.bytes;
      if (size < bytes) continue;
      yield { events, bytes: size };
      events = [];
      size = 0;
      await setImmediate();
    }
    if (events.length > 0) yield { events, bytes: size };
  }

  /** `size`: of what is sealed, in bytes of JSON. */
  async #seal(definition: EventDefinition, data: JsonObject): Promise<{ readonly data: JsonObject; readonly size: number }> {
    const key = await this.#vault.obtain(scopeOf(data));
    if (!key) throw new Problem('NOT_FOUND');
    const open: Record<string, JsonObject[string]> = {};
    const secret: Record<string, JsonObject[string]> = {};
    for (const [name, value] of Object.entries(data)) (definition.sealed.includes(name) ? secret : open)[name] = value;
    const text = JSON.stringify(secret);
    const size = Buffer.byteLength(text);
    if (size > MAX_EVENT_BYTES) throw tooMuch();
    return { data: { ...open, $sealed: encrypt(key, definition.type, text) }, size };
  }

  /** `bytes`: of what was sealed; what stands open is small. */
  async #open(stored: StoredEvent): Promise<{ readonly event: Event; readonly bytes: number }> {
    const { meta: { v, ...meta }, ...event } = stored;
    const { $sealed, ...data } = stored.data;
    if (typeof $sealed !== 'string') return { event: { ...event, data: this.#upcast(event.type, v as number, data), meta: meta as unknown as EventMeta, erased: false }, bytes: 0 };
    const key = await this.#vault.find(scopeOf(data));
    if (!key) return { event: { ...event, data, meta: meta as unknown as EventMeta, erased: true }, bytes: 0 };
    const text = decrypt(key, event.type, $sealed);
    const whole = { ...data, ...(JSON.parse(text) as JsonObject) };
    return { event: { ...event, data: this.#upcast(event.type, v as number, whole), meta: meta as unknown as EventMeta, erased: false }, bytes: text.length };
  }

  #upcast(type: string, from: number, data: JsonObject): JsonObject {
    const { version } = this.#definition(type);
    let result = data;
    for (let v = from; v < version; v++) {
      const upcaster = this.#upcasters.get(`${type}.${v}`);
      if (!upcaster) throw new Error(`nobody can bring ${type} from version ${v} to ${v + 1}`);
      result = upcaster.up(result);
    }
    return result;
  }

  #definition(type: string): EventDefinition {
    const definition = this.#definitions.get(type);
    if (!definition) throw new Error(`nobody defines the event ${type}`);
    return definition;
  }
}

const tooMuch = (): Problem => new Problem('PAYLOAD_TOO_LARGE', { text: 'write-too-large' });

interface Owner {
  readonly projectId?: string;
  readonly accountId?: string;
}

/** Whose key seals this: the project's, or else the person's. */
const scopeOf = ({ projectId, accountId }: Owner): string => (projectId === undefined ? `account:${accountId}` : `project:${projectId}`);

/** AES-256-GCM: form (1 byte), nonce (12), tag (16), text. The event's type is bound to it. */
function encrypt(key: KeyObject, type: string, text: string): string {
  const form = text.length < DEFLATE_FROM ? PLAIN : DEFLATED;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(type));
  const body = cipher.update(form === PLAIN ? Buffer.from(text) : deflateRawSync(text, { level: 1 }));
  cipher.final();
  return Buffer.concat([Buffer.of(form), nonce, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(key: KeyObject, type: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13)).setAAD(Buffer.from(type)).setAuthTag(bytes.subarray(13, 29));
  const body = decipher.update(bytes.subarray(29));
  decipher.final();
  return (bytes[0] === PLAIN ? body : inflateRawSync(body, { maxOutputLength: MAX_OLD_EVENT_BYTES })).toString('utf8');
}
