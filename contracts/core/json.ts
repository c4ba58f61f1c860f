/** What JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** An object that JSON can carry; an undefined member counts as absent. */
export type JsonObject = { readonly [name: string]: Json | undefined };
