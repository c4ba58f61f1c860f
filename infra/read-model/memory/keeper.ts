import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { weigh } from '@hzm/services/core/ports/byte-budget';

const MEMBER_BYTES = 16;

/**
 * Copies values as a JSON round trip would, isolated from the caller's objects. Values that it
 * returned earlier are reused, so the cost is that of the change.
 */
export class Keeper {
  /** Weight of each kept array or object, in bytes. */
  readonly #weights = new WeakMap<object, number>();

  keep<Value extends Json>(value: Value): Value {
    return this.#keep(value) as Value;
  }

  weightOf(value: Json): number {
    return typeof value === 'object' && value !== null
      ? (this.#weights.get(value) ?? 0)
      : weigh(value);
  }

  #keep(value: Json): Json {
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
    if (typeof value !== 'object' || value === null || this.#weights.has(value)) return value;
    const kept: readonly Json[] | JsonObject = Array.isArray(value)
      ? value.map((item: Json | undefined) => this.#keep(item ?? null))
      : Object.fromEntries(
          Object.entries(value as JsonObject).flatMap(([name, member]) =>
            member === undefined ? [] : [[name, this.#keep(member)]],
          ),
        );
    let weight = MEMBER_BYTES;
    for (const [name, member] of Object.entries(kept))
      weight += MEMBER_BYTES + name.length + this.weightOf(member as Json);
    this.#weights.set(kept, weight);
    return kept;
  }
}
