import { textHash } from './text-hash.ts';

/** Parts of a map; a change copies one of them. */
const PARTS = 256;

interface Entry<Value> {
  /** Counts up, so that keys have an order. */
  readonly place: number;
  readonly value: Value;
}
type Part<Value> = ReadonlyMap<string, Entry<Value>>;

const empty: Part<never> = new Map();

const partOf = (key: string): number => textHash(key) % PARTS;

/**
 * An immutable map in a state that grows as long as its stream does. Copying all of it with each
 * event would take time by the square of the stream's length.
 */
export class PartedMap<Value> {
  /** Visible, so that the state is weighed. */
  readonly parts: readonly Part<Value>[];
  readonly #next: number;

  constructor(
    parts: readonly Part<Value>[] = Array.from({ length: PARTS }, () => empty),
    next = 0,
  ) {
    this.parts = parts;
    this.#next = next;
  }

  get size(): number {
    return this.parts.reduce((sum, part) => sum + part.size, 0);
  }

  get(key: string): Value | undefined {
    return this.parts[partOf(key)]!.get(key)?.value;
  }

  has(key: string): boolean {
    return this.parts[partOf(key)]!.has(key);
  }

  /** Returns the map with a value; a known key keeps its place. */
  with(key: string, value: Value): PartedMap<Value> {
    const at = partOf(key);
    const part = this.parts[at]!;
    const place = part.get(key)?.place ?? this.#next;
    return new PartedMap(
      this.parts.with(at, new Map(part).set(key, { place, value })),
      this.#next + 1,
    );
  }

  without(key: string): PartedMap<Value> {
    if (!this.has(key)) return this;
    const at = partOf(key);
    const part = new Map(this.parts[at]);
    part.delete(key);
    return new PartedMap(this.parts.with(at, part), this.#next);
  }

  /** Returns all values, in no order. */
  values(): readonly Value[] {
    return this.parts.flatMap(part => Array.from(part.values(), ({ value }) => value));
  }

  /** Returns all keys, those that came first at first. */
  keys(): readonly string[] {
    return this.parts
      .flatMap(part => Array.from(part, ([key, { place }]) => ({ key, place })))
      .toSorted((a, b) => a.place - b.place)
      .map(({ key }) => key);
  }
}
