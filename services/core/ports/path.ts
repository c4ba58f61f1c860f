import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path; undefined when it leads through anything but objects. */
export function valueAt(doc: JsonObject, path: string): Json | undefined {
  if (!path.includes('.')) return memberOf(doc, path);
  let value: Json | undefined = doc;
  for (const name of path.split('.')) value = isObject(value) ? memberOf(value, name) : undefined;
  return value;
}

/**
 * A copy with this member set (undefined: removed). Safe for `__proto__`, which plain assignment is
 * not.
 */
function withMember(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const copy = { ...object };
  if (value === undefined) delete copy[name];
  else
    Object.defineProperty(copy, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}

/**
 * A copy with the value at a dotted path set (undefined: removed). What is no object on the way
 * there gives way to one.
 */
export function withValueAt(object: JsonObject, path: string, value: Json | undefined): JsonObject {
  const dot = path.indexOf('.');
  if (dot < 0) return withMember(object, path, value);
  const name = path.slice(0, dot);
  const inner = memberOf(object, name);
  if (!isObject(inner) && value === undefined) return object;
  return withMember(
    object,
    name,
    withValueAt(isObject(inner) ? inner : {}, path.slice(dot + 1), value),
  );
}
