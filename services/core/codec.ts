import type { KeyObject } from 'node:crypto';
import type { Event, EventDefinition, EventMeta, Fact, Upcaster } from '@hzm/contracts/core/event';
import type { JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { NewEvent, StoredEvent } from './ports/event-store.ts';
import type { KeyVault } from './ports/key-vault.ts';
import { macOf, partsOf, scopeOf, seal, unseal } from './sealing.ts';

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
    const { open, secret } = partsOf(definition, data);
    if (!secret) return data;
    const scope = scopeOf(data);
    if (scope === undefined) throw new Error(`${definition.type} has something to seal, and no key to seal it under`);
    const key = await this.#vault.obtain(scope);
    if (!key) throw new Problem('NOT_FOUND');
    return { ...open, $sealed: seal(key, definition.type, secret) };
  }

  async #open(stored: StoredEvent): Promise<Event> {
    const { meta: { v, mac: _mac, digest: _digest, ...meta }, isUnreadable, ...event } = stored;
    if (isUnreadable) throw new Error(`${event.type} at ${event.position} is damaged`);
    const { $sealed, ...data } = stored.data;
    if (typeof $sealed !== 'string') return { ...event, data: this.#upcast(event.type, v as number, data), meta: meta as unknown as EventMeta, erased: false };
    const key = await this.#find(data);
    if (!key) return { ...event, data, meta: meta as unknown as EventMeta, erased: true };
    const whole = { ...data, ...unseal(key, event.type, $sealed) };
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
