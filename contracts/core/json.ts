/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** A JSON object; an undefined member counts as absent. */
export type JsonObject = { readonly [name: string]: Json | undefined };

/**
 * Returns an own member of a record whose names are data; inherited members such as `toString`
 * count as absent.
 */
export const memberOf = <R extends object, Name extends keyof R>(
  record: R | undefined,
  name: Name,
): R[Name] | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
