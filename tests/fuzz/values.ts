import type { JsonObject } from '@hzm/contracts/core/json';
import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;
type Make = fc.Arbitrary<unknown>;

/** Depth beyond which schemas that name themselves are answered by null. */
const MAX_DEPTH = 5;
const MAX_TEXT = 300;

/** Texts and numbers that programs trip over. */
const odd = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\0',
  '\uFEFF',
  '\u202Eters',
  '\uD800',
  'İıŞş',
  '👩‍👩‍👧',
  '__proto__',
  'constructor',
  '$where',
  '../..',
  '%00',
  '=1+1',
  "' OR 1=1--",
  '<script>',
  '${7*7}',
  'NaN',
  '1e400',
  '-0',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  'x'.repeat(10_001),
  0,
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  true,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: null, constructor: {}, toString: 1 },
  Array.from({ length: 300 }, () => 'a'),
);

/** Makes values that mostly fit a JSON schema, and hardly ever everything of it. */
export class Values {
  readonly #components: Readonly<Record<string, Schema>>;
  readonly #ids: fc.Arbitrary<string>;
  readonly #idOf: (name: string) => string | undefined;

  /**
   * @param ids ids that exist, and some that do not
   * @param idOf returns the id of an existing thing by the name of a member
   */
  constructor(
    document: JsonObject,
    ids: fc.Arbitrary<string>,
    idOf: (name: string) => string | undefined,
  ) {
    this.#idOf = idOf;
    const { schemas } = document['components'] as { schemas: Record<string, Schema> };
    this.#components = schemas;
    this.#ids = ids;
  }

  /** Values that fit, one in forty replaced by an odd one at any place. */
  of(schema: Schema, depth = 0): Make {
    return fc.oneof(
      { weight: 40, arbitrary: this.#fitting(schema, depth) },
      { weight: 1, arbitrary: odd },
    );
  }

  #fitting(schema: Schema, depth: number): Make {
    if (depth > MAX_DEPTH) return fc.constant(null);
    const { $ref, enum: listed, oneOf, anyOf, allOf } = schema;
    if (typeof $ref === 'string')
      return this.#fitting(this.#components[$ref.split('/').at(-1)!] ?? {}, depth + 1);
    if ('const' in schema) return fc.constant(schema['const']);
    if (Array.isArray(listed)) return fc.constantFrom(...(listed as unknown[]));
    const choices = (oneOf ?? anyOf) as readonly Schema[] | undefined;
    if (choices) return fc.oneof(...choices.map(one => this.#fitting(one, depth + 1)));
    if (Array.isArray(allOf))
      return fc
        .tuple(...(allOf as Schema[]).map(one => this.#fitting(one, depth + 1)))
        .map(parts => Object.assign({}, ...parts) as unknown);
    return this.#ofType(schema, depth);
  }

  #ofType(schema: Schema, depth: number): Make {
    const { type } = schema;
    if (Array.isArray(type))
      return fc.oneof(
        ...(type as string[]).map(one => this.#ofType({ ...schema, type: one }, depth)),
      );
    switch (type) {
      case 'object':
        return this.#object(schema, depth);
      case 'array': {
        const { items = {}, minItems = 0, maxItems = 4 } = schema as Record<string, never>;
        const bounds = {
          minLength: minItems,
          maxLength: Math.max(minItems, Math.min(maxItems, 4)),
        };
        return fc.array(this.of(items, depth + 1), bounds);
      }
      case 'string':
        return this.#text(schema);
      case 'integer':
      case 'number':
        return numberOf(schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  #object(schema: Schema, depth: number): Make {
    const {
      properties = {},
      required = [],
      additionalProperties,
    } = schema as {
      properties?: Record<string, Schema>;
      required?: readonly string[];
      additionalProperties?: Schema | boolean;
    };
    const members = fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, this.#member(name, one, depth)]),
      ),
      { requiredKeys: required.filter(name => name in properties) },
    );
    if (additionalProperties === undefined || additionalProperties === false) return members;
    const shape = typeof additionalProperties === 'object' ? additionalProperties : {};
    const name = fc.oneof(fc.constant('ad'), this.#ids, fc.string({ maxLength: 8 }));
    const others = fc.dictionary(name, this.of(shape, depth + 1), { maxKeys: 3 });
    return fc.tuple(members, others).map(([own, more]) => ({ ...more, ...own }));
  }

  #member(name: string, schema: Schema, depth: number): Make {
    const id = this.#idOf(name);
    const any = this.of(schema, depth + 1);
    if (id === undefined || schema['type'] !== 'string') return any;
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant<unknown>(id) },
      { weight: 1, arbitrary: any },
    );
  }

  #text({ format, pattern, minLength = 0, maxLength = 40, examples }: Schema): Make {
    const lengths = {
      minLength: Math.min(Number(minLength), MAX_TEXT),
      maxLength: Math.min(Math.max(Number(maxLength), Number(minLength)), MAX_TEXT),
    };
    const text = fc.oneof(
      { weight: 6, arbitrary: fc.string({ ...lengths, unit: 'grapheme' }) },
      { weight: 1, arbitrary: fc.string({ ...lengths, unit: 'binary' }) },
    );
    if (format === 'uuid') return this.#ids;
    if (format === 'email') return fc.emailAddress();
    if (format === 'uri') return fc.webUrl();
    if (format === 'date-time') return fc.date({ noInvalidDate: true }).map(at => at.toISOString());
    if (Array.isArray(examples)) return fc.oneof(fc.constantFrom(...(examples as unknown[])), text);
    return typeof pattern === 'string'
      ? fc.oneof({ weight: 9, arbitrary: matching(pattern) }, { weight: 1, arbitrary: text })
      : text;
  }
}

/** Texts of a pattern; of one that cannot be turned around, any. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'v'));
  } catch {
    return fc.string({ maxLength: 20 });
  }
}

function numberOf({ type, minimum, maximum }: Schema): Make {
  const min = Number(minimum ?? -1_000);
  const max = Number(maximum ?? 1_000);
  const edges = fc.constantFrom(min, max, min - 1, max + 1);
  const inside =
    type === 'integer'
      ? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
      : fc.double({ min, max, noNaN: true });
  return fc.oneof({ weight: 12, arbitrary: inside }, { weight: 1, arbitrary: edges });
}

/** A value as the text of a query or a path. */
export const textOf = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
  );
