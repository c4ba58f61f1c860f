import type { JsonObject } from '@hzm/contracts/core/json';
import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;
type Make = (text: string) => unknown;

/** A place for a text in what an operation takes. */
export interface TextPlace {
  readonly name: string;
  /** Characters that the schema allows; undefined: it names no maximum. */
  readonly max: number | undefined;
  readonly make: Make;
}

const repeated = (part: string) => (length: number) =>
  part.repeat(Math.max(1, Math.floor(length / part.length)));
const between = (begin: string, part: string, end: string) => (length: number) =>
  begin + repeated(part)(length - begin.length - end.length) + end;

/** Texts of a length for which patterns with two repetitions, and loops in loops, take long. */
export const KINDS: Readonly<Record<string, (length: number) => string>> = {
  zeros: between('1.', '0', '1'),
  'a time of zeros': between('10:00:00.', '0', '1'),
  nines: between('', '9', 'x'),
  spaces: between('a', ' ', 'b'),
  tabs: between('a', '\t', 'b'),
  'marks out of order': between('a', '\u0315', '\u0316'.repeat(40)),
  'marks in pairs': repeated('\u0315\u0316'),
  'joined emoji': repeated('👩\u200D'),
  'square brackets': repeated('['),
  parentheses: repeated('('),
  braces: repeated('{{'),
  'a name in spaces': between('{{', ' ', 'x'),
  quotes: repeated('"'),
  'escaped quotes': between('"', '\\"', ''),
  points: between('a', '.', '!'),
  'names of a domain': between('http://', 'a.', ' '),
  at: repeated('@'),
  'at and a point': between('a', '@.', ' '),
  'a mention': repeated('@[a'),
  slashes: between('http:', '/', ' '),
  backslashes: repeated('\\'),
  'per cent': repeated('%41'),
  members: repeated('&='),
  commas: between('1', ',', 'x'),
  colons: repeated(':'),
  minus: between('', '-', 'a-'),
  exponent: between('1e', '9', ''),
  lines: between('a', '\n', 'b'),
  smaller: repeated('<'),
  stars: repeated('*_'),
  'direction marks': between('a', '\u202E', 'b'),
  'dotted capitals': repeated('İ'),
  'half letters': repeated('\uD800'),
  words: repeated('a b '),
};

/** Finds the places of texts in schemas, and makes the least that fits around them. */
export class TextPlaces {
  readonly #components: Readonly<Record<string, Schema>>;
  readonly #idOf: (name: string) => string | undefined;

  constructor(document: JsonObject, idOf: (name: string) => string | undefined) {
    const { schemas } = document['components'] as { schemas: Record<string, Schema> };
    this.#components = schemas;
    this.#idOf = idOf;
  }

  of(schema: Schema, name = '', depth = 0): TextPlace[] {
    const plain = this.#plain(schema);
    if (depth > 6 || 'const' in plain) return [];
    const { oneOf, anyOf, allOf, type } = plain;
    const choices = (oneOf ?? anyOf) as readonly Schema[] | undefined;
    if (choices) return choices.flatMap((one, at) => this.of(one, `${name}|${at}`, depth + 1));
    if (Array.isArray(allOf)) return this.of(this.#merged(allOf as Schema[]), name, depth + 1);
    if (Array.isArray(type))
      return (type as string[]).flatMap(one => this.of({ ...plain, type: one }, name, depth));
    if (type === 'object') return this.#ofObject(plain, name, depth);
    if (type === 'array')
      return this.of((plain['items'] as Schema | undefined) ?? {}, `${name}[]`, depth + 1).map(
        place => ({ ...place, make: text => [place.make(text)] }),
      );
    if (type !== undefined && type !== 'string') return [];
    const max = plain['maxLength'] as number | undefined;
    return [{ name, max, make: text => text }];
  }

  #ofObject(schema: Schema, name: string, depth: number): TextPlace[] {
    const { properties = {}, additionalProperties } = schema as {
      properties?: Record<string, Schema>;
      additionalProperties?: Schema | boolean;
    };
    const rest = this.least(schema) as object;
    const places = Object.entries(properties).flatMap(([member, one]) =>
      this.of(one, `${name}.${member}`, depth + 1).map(place => ({
        ...place,
        make: (text: string) => ({ ...rest, [member]: place.make(text) }),
      })),
    );
    if (additionalProperties === undefined || additionalProperties === false) return places;
    const shape = typeof additionalProperties === 'object' ? additionalProperties : {};
    const value = this.least(shape);
    return [
      ...places,
      ...this.of(shape, `${name}.*`, depth + 1).map(place => ({
        ...place,
        make: (text: string) => ({ ...rest, ad: place.make(text) }),
      })),
      { name: `${name}.<name>`, max: undefined, make: text => ({ ...rest, [text]: value }) },
    ];
  }

  /** Returns the least that mostly fits a schema. */
  least(schema: Schema, name = '', depth = 0): unknown {
    const plain = this.#plain(schema);
    if (depth > 6) return null;
    if ('const' in plain) return plain['const'];
    const { oneOf, anyOf, allOf, type, enum: listed } = plain;
    if (Array.isArray(listed)) return listed[0] as unknown;
    const choices = (oneOf ?? anyOf) as readonly Schema[] | undefined;
    if (choices) return this.least(choices[0]!, name, depth + 1);
    if (Array.isArray(allOf)) return this.least(this.#merged(allOf as Schema[]), name, depth + 1);
    switch (Array.isArray(type) ? (type[0] as unknown) : type) {
      case 'object': {
        const { properties = {}, required = [] } = plain as {
          properties?: Record<string, Schema>;
          required?: readonly string[];
        };
        return Object.fromEntries(
          required.map(one => [one, this.least(properties[one] ?? {}, one, depth + 1)]),
        );
      }
      case 'array':
        return Number(plain['minItems'] ?? 0) > 0
          ? [this.least((plain['items'] as Schema | undefined) ?? {}, name, depth + 1)]
          : [];
      case 'integer':
      case 'number':
        return plain['minimum'] ?? 1;
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return this.#idOf(name) ?? textFor(plain);
    }
  }

  #plain(schema: Schema): Schema {
    const { $ref } = schema;
    return typeof $ref === 'string'
      ? this.#plain(this.#components[$ref.split('/').at(-1)!] ?? {})
      : schema;
  }

  #merged(parts: readonly Schema[]): Schema {
    const plain = parts.map(part => this.#plain(part));
    return {
      ...Object.assign({}, ...plain),
      properties: Object.assign({}, ...plain.map(({ properties }) => properties)) as unknown,
      required: plain.flatMap(({ required }) => (required as string[] | undefined) ?? []),
    };
  }
}

function textFor({ format, pattern, minLength = 1, examples }: Schema): string {
  if (Array.isArray(examples)) return String(examples[0]);
  if (format === 'email') return 'ayse@example.com';
  if (format === 'uri') return 'https://example.com';
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (format === 'date') return '2026-01-01';
  if (typeof pattern === 'string')
    try {
      return fc.sample(fc.stringMatching(new RegExp(pattern, 'v')), { numRuns: 1, seed: 1 })[0]!;
    } catch {
      return 'x';
    }
  return 'x'.repeat(Number(minLength));
}

/** Returns the longest text of a kind that an address of so many bytes can hold. */
export function fitting(kind: (length: number) => string, bytes: number): string {
  let length = bytes;
  for (;;) {
    const text = kind(Math.floor(length));
    const { length: needed } = encodeURIComponent(text.toWellFormed());
    if (needed <= bytes) return text;
    length = (length * bytes) / needed - 1;
  }
}
