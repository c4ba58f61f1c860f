import * as z from 'zod';
import type { Json } from './json.ts';

/** Any JSON value, unvalidated: walking a megabyte of it would block other requests. */
export const AnyJson = z.custom<Json>();

const isNamed = (value: unknown, longest: number): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name in value) if (name.length > longest) return false;
  return true;
};

/** Any JSON object whose names have at most this length. */
export const named = (longest: number) =>
  z
    .custom<Readonly<Record<string, Json>>>(value => isNamed(value, longest))
    .meta({ type: 'object', additionalProperties: true });

/**
 * A list with bounded length. The length is checked before any item, so that an oversized list
 * costs nothing.
 */
export const list = <Item extends z.ZodType>(
  item: Item,
  { min, max }: { readonly min: number; readonly max: number },
) =>
  z.pipe(
    z.transform((items: z.input<Item>[], context) => {
      if (!Array.isArray(items) || items.length <= max) return items;
      context.issues.push({
        code: 'too_big',
        origin: 'array',
        maximum: max,
        inclusive: true,
        input: items,
      });
      return z.NEVER;
    }),
    z.array(item).min(min).max(max),
  );
