import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isDamaged, type Damage, type DamagedEvent, type Event, type EventDefinition, type EventMeta, type Fact, type Upcaster } from '@hzm/contracts/core/event';
import type { JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { NewEvent, StoredEvent } from './ports/event-store.ts';
import { KeyVaultUnavailable, type KeyVault } from './ports/key-vault.ts';

const PLAIN = 0;
const DEFLATED = 1;
const DEFLATE_FROM = 4096;
/** What one append may carry. */
const MAX_BYTES = 1_048_576;

/** Between facts and what the log keeps: checks their shape, seals what is personal, brings old versions up to date. */
export class Codec {
  readonly #definitions: ReadonlyMap<string, EventDefinition>;
  readonly #upcasters: ReadonlyMap<string, Upcaster>;
  readonly #vault: KeyVault;
  /** Hears of each event that cannot be opened. */
  onDamaged: (event: DamagedEvent) => void = () => undefined;

  constructor(vault: KeyVault, definitions: readonly EventDefinition[], upcasters: readonly Upcaster[]) {
    this.#vault = vault;
    this.#definitions = new Map(definitions.map(d => [d.type, d]));
    this.#upcasters = new Map(upcasters.map(u => [`${u.type}.${u.from}`, u]));
  }

  /** @throws Problem PAYLOAD_TOO_LARGE; NOT_FOUND when the project or person is already deleted */
  async encode(facts: readonly Fact[], meta: EventMeta, idOf: (index: number) => string): Promise<NewEvent[]> {
    const events: NewEvent[] = [];
    let bytes = 0;
    for (const [index, fact] of facts.entries()) {
      const definition = this.#definition(fact.type);
      const data = definition.sealed.length === 0 ? (fact.data) : await this.#seal(definition, fact.data);
      bytes += typeof data['$sealed'] === 'string' ? data['$sealed'].length + 300 : 300;
      events.push({ id: idOf(index), type: fact.type, data, meta: { ...meta, v: definition.version } });
    }
    if (bytes > MAX_BYTES) throw new Problem('PAYLOAD_TOO_LARGE');
    return events;
  }

  /** Opens each by itself: one that is damaged keeps none of the others. @throws KeyVaultUnavailable */
  async open(stored: readonly StoredEvent[]): Promise<(Event | DamagedEvent)[]> {
    const events: (Event | DamagedEvent)[] = [];
    for (const event of stored) events.push(await this.#open(event));
    return events;
  }

  /** Opens what is needed as a whole. @throws Problem EVENT_DAMAGED; KeyVaultUnavailable */
  async decode(stored: readonly StoredEvent[]): Promise<Event[]> {
    return (await this.open(stored)).map(opened);
  }

  async #seal(definition: EventDefinition, data: JsonObject): Promise<JsonObject> {
    const key = await this.#vault.obtain(scopeOf(data));
    if (!key) throw new Problem('NOT_FOUND');
    const open: Record<string, JsonObject[string]> = {};
    const secret: Record<string, JsonObject[string]> = {};
    for (const [name, value] of Object.entries(data)) (definition.sealed.includes(name) ? secret : open)[name] = value;
    return { ...open, $sealed: encrypt(key, definition.type, JSON.stringify(secret)) };
  }

  async #open(stored: StoredEvent): Promise<Event | DamagedEvent> {
    const { meta: { v, ...meta }, isUnreadable, ...event } = stored;
    const { $sealed, ...data } = stored.data;
    const key = typeof $sealed === 'string' ? await this.#keyOf(data) : undefined;
    try {
      if (isUnreadable) throw new Unopenable('unreadable');
      const definition = this.#definitions.get(event.type);
      if (!definition) throw new Unopenable('unknown-type');
      const known = { ...event, meta: meta as unknown as EventMeta };
      if (key === 'destroyed') return { ...known, data, erased: true };
      const whole = typeof $sealed === 'string' ? { ...data, ...unsealed(key, event.type, $sealed) } : data;
      return { ...known, data: this.#upcast(definition, v, whole), erased: false };
    } catch (error) {
      if (!(error instanceof Unopenable)) throw error;
      const damaged: DamagedEvent = { ...event, data, meta, damage: error.damage };
      this.onDamaged(damaged);
      return damaged;
    }
  }

  /** What sealed this data; `destroyed` when it is gone for good; undefined when it is not there, or not what it was. @throws KeyVaultUnavailable */
  async #keyOf(data: JsonObject): Promise<KeyObject | 'destroyed' | undefined> {
    const scope = scopeOf(data);
    try {
      return (await this.#vault.find(scope)) ?? ((await this.#vault.isDestroyed(scope)) ? 'destroyed' : undefined);
    } catch (error) {
      if (error instanceof KeyVaultUnavailable) throw error;
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

/** Says no more than the kind of damage: what others say of it may repeat what was sealed. */
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

/** An event that is needed. @throws Problem EVENT_DAMAGED */
export function opened(event: Event | DamagedEvent): Event {
  if (isDamaged(event)) throw new Problem('EVENT_DAMAGED', { data: { position: event.position } });
  return event;
}

function unsealed(key: KeyObject | undefined, type: string, sealed: string): JsonObject {
  if (!key) throw new Unopenable('key-missing');
  return attempt('seal-broken', () => JSON.parse(decrypt(key, type, sealed)) as JsonObject);
}

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
  return (bytes[0] === PLAIN ? body : inflateRawSync(body)).toString('utf8');
}
