/** What JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** An object that JSON can carry; an undefined member counts as absent. */
export type JsonObject = { readonly [name: string]: Json | undefined };

/**
 * A member of a record whose names are data; what every object has from its prototype (`toString`)
 * is not there.
 */
export const memberOf = <R extends object, Name extends keyof R>(
  record: R | undefined,
  name: Name,
): R[Name] | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
