import { memberOf, type Json } from '@hzm/contracts/core/json';

/** The members of a JSON schema that an example follows from. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly const?: Json;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}
export type Schemas = Readonly<Record<string, Schema>>;

/** Bounds the nesting of an example: schemas may contain themselves. */
const MAX_DEPTH = 8;
/** Bounds the items of a list with a minimum. */
const MAX_ITEMS = 3;

const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-7000-8000-000000000000',
  'date-time': '2026-01-01T00:00:00.000Z',
  date: '2026-01-01',
  email: 'name@example.com',
  uri: 'https://example.com/',
};

/** Follows a reference to a named schema. */
export const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined
    ? schema
    : (schemas[schema.$ref.slice('#/components/schemas/'.length)] ?? {});

/**
 * Returns a value of a schema: its example, default or first choice, else the simplest one. Objects
 * have their required members; without any the first one, as a hint.
 */
export function exampleOf(given: Schema, schemas: Schemas, depth = 0): Json {
  const schema = resolved(given, schemas);
  const said = schema.const ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];
  if (said !== undefined) return said;
  if (depth >= MAX_DEPTH) return null;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return exampleOf(choice, schemas, depth + 1);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'object':
      return objectOf(schema, schemas, depth);
    case 'array':
      return listOf(schema, schemas, depth);
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function objectOf({ properties = {}, required = [] }: Schema, schemas: Schemas, depth: number) {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    names.map(name => [
      name,
      // Addresses have a rule of their own, which no schema expresses.
      /email$/i.test(name)
        ? formats['email']!
        : exampleOf(memberOf(properties, name) ?? {}, schemas, depth + 1),
    ]),
  );
}

function listOf({ items, minItems = 1 }: Schema, schemas: Schemas, depth: number): Json {
  if (!items) return [];
  const item = exampleOf(items, schemas, depth + 1);
  return Array.from({ length: Math.min(MAX_ITEMS, Math.max(1, minItems)) }, () => item);
}

const textOf = ({ format = '', minLength = 0, maxLength = 1_000 }: Schema): string =>
  formats[format] ?? 'example'.padEnd(minLength, 'e').slice(0, maxLength);

function numberOf({ minimum = 0, exclusiveMinimum, maximum = Infinity }: Schema): number {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  return Math.min(Math.max(1, least), maximum);
}

/** Returns the names of members that hold a secret: those of format `password`. */
export function secretNames(given: Schema, schemas: Schemas, depth = 0): readonly string[] {
  const schema = resolved(given, schemas);
  if (depth >= MAX_DEPTH) return [];
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (schema.items) parts.push(schema.items);
  return [
    ...parts.flatMap(part => secretNames(part, schemas, depth + 1)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => [
      ...(isSecret(part, schemas) ? [name] : []),
      ...secretNames(part, schemas, depth + 1),
    ]),
  ];
}

const isSecret = (given: Schema, schemas: Schemas): boolean => {
  const { format, anyOf = [] } = resolved(given, schemas);
  return format === 'password' || anyOf.some(part => isSecret(part, schemas));
};
