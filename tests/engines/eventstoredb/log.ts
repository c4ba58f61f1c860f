/** A record as the server keeps it. `position` is a byte offset: rising, never consecutive. */
export interface Recorded {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}
export type Proposed = Pick<Recorded, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

export type Answer =
  | {
      readonly kind: 'written';
      readonly events: readonly Recorded[];
      readonly revision: number;
      readonly position: bigint;
    }
  | { readonly kind: 'known'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'conflict'; readonly actual: number }
  | { readonly kind: 'too-large' };

export const MAX_APPEND_BYTES = 1_048_576;

/** Judges an append with an explicit expected revision as EventStoreDB does, measured on 23.10. */
export class Log {
  readonly all: Recorded[] = [];
  readonly #streams = new Map<string, Recorded[]>();
  #offset = 1_000n;

  /** @param expected last revision of the stream, -1 for none */
  append(stream: string, expected: number, proposed: readonly Proposed[]): Answer {
    if (proposed.reduce((sum, { data }) => sum + data.length, 0) > MAX_APPEND_BYTES)
      return { kind: 'too-large' };
    const there = this.#streams.get(stream) ?? [];
    const actual = there.length - 1;
    if (expected !== actual) {
      const known = there.slice(expected + 1, expected + 1 + proposed.length);
      const last = known.at(-1);
      // The same ids at the same place answer their first outcome, whatever came after; what they
      // say is not compared.
      return last &&
        known.length === proposed.length &&
        known.every(({ id }, i) => id === proposed[i]!.id)
        ? { kind: 'known', revision: last.revision, position: last.position }
        : { kind: 'conflict', actual };
    }
    const events = proposed.map((event, i): Recorded => {
      this.#offset += BigInt(150 + event.data.length + event.metadata.length);
      return { ...event, stream, revision: actual + 1 + i, position: this.#offset };
    });
    this.all.push(...events);
    this.#streams.set(stream, [...there, ...events]);
    const last = events.at(-1)!;
    return { kind: 'written', events, revision: last.revision, position: last.position };
  }

  /** Makes it what it was when it had so many events. */
  truncate(length: number): void {
    this.all.length = Math.min(length, this.all.length);
    this.#streams.clear();
    for (const event of this.all)
      this.#streams.set(event.stream, [...(this.#streams.get(event.stream) ?? []), event]);
    this.#offset = this.all.at(-1)?.position ?? 1_000n;
  }

  of(stream: string): readonly Recorded[] | undefined {
    return this.#streams.get(stream);
  }

  /** Index in `all` of the first record at or after `position`. */
  indexFrom(position: bigint): number {
    const index = this.all.findIndex(event => event.position >= position);
    return index === -1 ? this.all.length : index;
  }
}
