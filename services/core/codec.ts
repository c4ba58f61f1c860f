import { createCipheriv, createDecipheriv, createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Event, EventDefinition, EventMeta, Fact, Upcaster } from '@hzm/contracts/core/event';
import type { JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { NewEvent, StoredEvent } from './ports/event-store.ts';
import type { KeyVault } from './ports/key-vault.ts';

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

  constructor(vault: KeyVault, definitions: readonly EventDefinition[], upcasters: readonly Upcaster[]) {
    this.#vault = vault;
    this.#definitions = new Map(definitions.map(d => [d.type, d]));
    this.#upcasters = new Map(upcasters.map(u => [`${u.type}.${u.from}`, u]));
  }

  /**
   * @param digest of what a request asked for that may come again; `asksTheSame` compares it
   * @throws Problem PAYLOAD_TOO_LARGE; NOT_FOUND when the project or person is already deleted
   */
  async encode(facts: readonly Fact[], meta: EventMeta, idOf: (index: number) => string, digest?: string): Promise<NewEvent[]> {
    const events: NewEvent[] = [];
    let bytes = 0;
    for (const [index, fact] of facts.entries()) {
      const definition = this.#definition(fact.type);
      const data = await this.#seal(definition, fact.data);
      const mac = digest === undefined ? undefined : await this.#mac(data, digest);
      bytes += typeof data['$sealed'] === 'string' ? data['$sealed'].length + 300 : 300;
      events.push({ id: idOf(index), type: fact.type, data, meta: { ...meta, ...(mac !== undefined && { mac }), v: definition.version } });
    }
    if (bytes > MAX_BYTES) throw new Problem('PAYLOAD_TOO_LARGE');
    return events;
  }

  async decode(stored: readonly StoredEvent[]): Promise<Event[]> {
    const events: Event[] = [];
    for (const event of stored) events.push(await this.#open(event));
    return events;
  }

  /**
   * Whether the request that made an event asked for what a request of the same name asks for now. Where nothing was kept to compare, or the key is
   * destroyed that it was kept under, it did: what is written is not written twice.
   */
  async asksTheSame({ data, meta: { mac } }: Pick<StoredEvent, 'data' | 'meta'>, digest: string): Promise<boolean> {
    if (mac === undefined) return true;
    const key = await this.#find(data);
    return !key || mac === macOf(key, digest);
  }

  async #mac(data: JsonObject, digest: string): Promise<string | undefined> {
    const scope = scopeOf(data);
    const key = scope === undefined ? undefined : await this.#vault.obtain(scope);
    return key && macOf(key, digest);
  }

  async #find(data: JsonObject): Promise<KeyObject | undefined> {
    const scope = scopeOf(data);
    return scope === undefined ? undefined : this.#vault.find(scope);
  }

  async #seal(definition: EventDefinition, data: JsonObject): Promise<JsonObject> {
    const members = Object.entries(data);
    const isOpen = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(definition.open, name);
    if (members.every(isOpen)) return data;
    const scope = scopeOf(data);
    if (scope === undefined) throw new Error(`${definition.type} has something to seal, and no key to seal it under`);
    const key = await this.#vault.obtain(scope);
    if (!key) throw new Problem('NOT_FOUND');
    const sealed = Object.fromEntries(members.filter(member => !isOpen(member)));
    return { ...Object.fromEntries(members.filter(isOpen)), $sealed: encrypt(key, definition.type, JSON.stringify(sealed)) };
  }

  async #open(stored: StoredEvent): Promise<Event> {
    const { meta: { v, ...meta }, ...event } = stored;
    const { $sealed, ...data } = stored.data;
    if (typeof $sealed !== 'string') return { ...event, data: this.#upcast(event.type, v as number, data), meta: meta as unknown as EventMeta, erased: false };
    const key = await this.#find(data);
    if (!key) return { ...event, data, meta: meta as unknown as EventMeta, erased: true };
    const whole = { ...data, ...(JSON.parse(decrypt(key, event.type, $sealed)) as JsonObject) };
    return { ...event, data: this.#upcast(event.type, v as number, whole), meta: meta as unknown as EventMeta, erased: false };
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

/** Whose key seals this: the project's, or else the person's. */
function scopeOf({ projectId, accountId }: JsonObject): string | undefined {
  if (typeof projectId === 'string') return `project:${projectId}`;
  return typeof accountId === 'string' ? `account:${accountId}` : undefined;
}

/** Tells nothing without the key; 16 bytes, so that no other request is ever taken for the same. */
const macOf = (key: KeyObject, digest: string): string => createHmac('sha256', key).update(`request ${digest}`).digest().toString('base64', 0, 16);

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
