/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** A JSON object; an undefined member counts as absent. */
export type JsonObject = { readonly [name: string]: Json | undefined };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns an own member of a record whose names are data; inherited members such as `toString`
 * count as absent.
 */
export const memberOf = <R extends object, Name extends keyof R>(
  record: R | undefined,
  name: Name,
): R[Name] | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;

/** Whether two JSON values are equal: members in any order, undefined ones absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => sameJson(item, b[at]))
    );
  const [one, other] = [a as JsonObject, b as JsonObject];
  const namesIn = (of: JsonObject): string[] =>
    Object.keys(of).filter(name => of[name] !== undefined);
  const names = namesIn(one);
  return (
    names.length === namesIn(other).length &&
    names.every(name => sameJson(one[name], memberOf(other, name)))
  );
}
