import { isJsonObject, type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';

/** Returns the value at a dotted path; undefined if the path leads through a non-object. */
export function valueAt(doc: JsonObject, path: string): Json | undefined {
  if (!path.includes('.')) return memberOf(doc, path);
  let value: Json | undefined = doc;
  for (const name of path.split('.'))
    value = isJsonObject(value) ? memberOf(value, name) : undefined;
  return value;
}

/**
 * Returns a copy with a member set (undefined removes it). Safe for `__proto__`, unlike assignment.
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
 * Returns a copy with the value at a dotted path set (undefined removes it). Non-objects on the
 * path are replaced by objects.
 */
export function withValueAt(object: JsonObject, path: string, value: Json | undefined): JsonObject {
  const dot = path.indexOf('.');
  if (dot < 0) return withMember(object, path, value);
  const name = path.slice(0, dot);
  const inner = memberOf(object, name);
  if (!isJsonObject(inner) && value === undefined) return object;
  return withMember(
    object,
    name,
    withValueAt(isJsonObject(inner) ? inner : {}, path.slice(dot + 1), value),
  );
}
