import * as z from 'zod';
import type { JsonObject } from './json.ts';
import { isSecret } from './marks.ts';

/** Marks secrets, so that clients hide them and keep none. */
const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  if (isSecret(zodSchema)) jsonSchema.format = 'password';
};

/** JSON schemas of zod definitions; named ones are stored once under `components/schemas`. */
export class Schemas {
  readonly components: Record<string, JsonObject> = {};

  /** @param io `input` for requests, `output` for answers */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as JsonObject & {
      $defs?: Record<string, JsonObject>;
    };
    const name = (id: string): string => (io === 'input' ? `${id}Input` : id);
    const moved = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(moved);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => key !== 'id')
          .map(([key, inner]) =>
            key === '$ref'
              ? [key, `#/components/schemas/${name(String(inner).replace('#/$defs/', ''))}`]
              : [key, key === 'properties' ? members(inner as JsonObject) : moved(inner)],
          ),
      );
    };
    const members = (properties: JsonObject): unknown =>
      Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, moved(inner)]));
    for (const [id, definition] of Object.entries($defs))
      if (!Object.hasOwn(this.components, name(id)))
        this.components[name(id)] = moved(definition) as JsonObject;
    return moved(own) as JsonObject;
  }
}
