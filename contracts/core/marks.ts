import * as z from 'zod';
import { memberOf } from './json.ts';

type Shape = z.core.$ZodType;

const secrets = new WeakSet<Shape>();
const names = new WeakSet<Shape>();

/**
 * Marks what must never be kept, not even as a digest: passwords. The mark comes last, since a
 * schema made from a marked one is another one.
 */
export function secret<S extends Shape>(schema: S): S {
  secrets.add(schema);
  return schema;
}
export const isSecret = (schema: Shape): boolean => secrets.has(schema);

/** Marks a text that comes from the code, not from a person. The mark comes last, too. */
export function nameOfOurs<S extends Shape>(schema: S): S {
  names.add(schema);
  return schema;
}
export const isNameOfOurs = (schema: Shape): boolean => names.has(schema);

/** The schemas that a schema is made of. */
export function partsOf(schema: Shape): readonly Shape[] {
  const {
    shape,
    innerType,
    element,
    keyType,
    valueType,
    options,
    items,
    rest,
    in: from,
    out: to,
    left,
    right,
  } = schema._zod.def as unknown as Readonly<Record<string, unknown>>;
  return [
    ...Object.values(shape ?? {}),
    innerType,
    element,
    keyType,
    valueType,
    ...asList(options),
    ...asList(items),
    rest,
    from,
    to,
    left,
    right,
  ].filter((part): part is Shape => typeof part === 'object' && part !== null && '_zod' in part);
}
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const known = new WeakMap<Shape, boolean>();
/** Whether anything in it is secret. */
function holdsSecrets(schema: Shape): boolean {
  const answer = known.get(schema) ?? (isSecret(schema) || partsOf(schema).some(holdsSecrets));
  known.set(schema, answer);
  return answer;
}

/**
 * What a schema let through, without what it marks as secret. What may hold a secret that cannot be
 * taken out alone goes whole.
 */
export function withoutSecrets(schema: Shape, value: unknown): unknown {
  if (!holdsSecrets(schema)) return value;
  if (isSecret(schema)) return undefined;
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return withoutSecrets(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map(item => withoutSecrets(schema.element, item));
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null)
    return undefined;
  const shape: Readonly<Record<string, Shape | undefined>> = schema.shape;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const inner = memberOf(shape, name);
      return [name, inner && withoutSecrets(inner, member)];
    }),
  );
}
