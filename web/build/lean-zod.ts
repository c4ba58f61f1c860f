import type { Plugin } from 'vite';

/** The methods of each schema that make JSON schemas, which only the server answers with. */
const MADE_BY_SCHEMAS: readonly (readonly [RegExp, string])[] = [
  [/^\s*inst\._zod\.processJSONSchema = .*;$/gm, ''],
  [/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined'],
  [/createToJSONSchemaMethod\(this, \{\}\)\(params\)/g, 'undefined'],
];

/** Returns zod's schemas without the making of JSON schemas. @param code JavaScript */
export const withoutJsonSchemas = (code: string): string =>
  MADE_BY_SCHEMAS.reduce((text, [made, instead]) => text.replace(made, instead), code);

/** Leaves out of the application the making of JSON schemas, a tenth of what zod weighs. */
export const leanZod = (): Plugin => ({
  name: 'lean-zod',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler: code => ({ code: withoutJsonSchemas(code), map: null }),
  },
});
