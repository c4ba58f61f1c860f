import * as z from 'zod';
import { memberOf } from './json.ts';

type Shape = z.core.$ZodType;

const secrets = new WeakSet<Shape>();
const names = new WeakSet<Shape>();

/**
 * Marks a schema whose value must never be stored, not even as a digest: passwords. Apply it last,
 * because a schema derived from a marked one is unmarked.
 */
export function secret<S extends Shape>(schema: S): S {
  secrets.add(schema);
  return schema;
}
export const isSecret = (schema: Shape): boolean => secrets.has(schema);

/** Marks a text that comes from the code, not from a person. Apply it last, too. */
export function nameOfOurs<S extends Shape>(schema: S): S {
  names.add(schema);
  return schema;
}
export const isNameOfOurs = (schema: Shape): boolean => names.has(schema);

/** Returns the schemas that a schema consists of. */
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
/** Whether the schema or a part of it is secret. */
function holdsSecrets(schema: Shape): boolean {
  const answer = known.get(schema) ?? (isSecret(schema) || partsOf(schema).some(holdsSecrets));
  known.set(schema, answer);
  return answer;
}

/**
 * Returns a parsed value without the parts marked as secret. Removes a value whole when its secret
 * cannot be removed alone.
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
