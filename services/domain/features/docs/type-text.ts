import { memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';

/** Depth to which members of objects are written out. */
const MAX_DEPTH = 2;
const MAX_LENGTH = 240;

const objects = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value : [];
const either = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** The name of a component without the mark of requests. */
const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1).replace(/Input$/, '');

/** Bounds of a number, a text or a list, as `1…10000`. */
function boundsOf(schema: JsonObject): string {
  const of = (...names: readonly string[]): Json | undefined =>
    names.map(name => memberOf(schema, name)).find(value => value !== undefined);
  const shown = (value: Json | undefined): string =>
    typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? String(value) : '';
  const low = shown(of('minimum', 'minLength', 'minItems'));
  const high = shown(of('maximum', 'maxLength', 'maxItems'));
  return low === '' && high === '' ? '' : ` (${low}…${high})`;
}

function objectText(schema: JsonObject, depth: number): string {
  const { properties, additionalProperties: others } = schema;
  const required = (schema['required'] ?? []) as readonly string[];
  const members = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  if (members.length === 0)
    return typeof others === 'object' && others !== null && Object.keys(others).length > 0
      ? `Record<string, ${textOf(others as JsonObject, depth + 1)}>`
      : 'object';
  if (depth >= MAX_DEPTH) return 'object';
  const written = members.map(
    ([name, member]) =>
      `${name}${required.includes(name) ? '' : '?'}: ${textOf(member, depth + 1)}`,
  );
  return `{ ${written.join(', ')} }`;
}

function textOf(schema: JsonObject, depth: number): string {
  const { $ref, type, enum: options, anyOf, oneOf, allOf, items } = schema;
  if (typeof $ref === 'string') return nameOf($ref);
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(options)) return either(options.map(one => JSON.stringify(one)));
  const alternatives = [...objects(anyOf), ...objects(oneOf)];
  if (alternatives.length > 0) return either(alternatives.map(one => textOf(one, depth)));
  const [combined] = objects(allOf);
  if (combined) return textOf(combined, depth);
  if (Array.isArray(type)) return either(type as readonly string[]);
  if (type === 'array') {
    const item = items ? textOf(items as JsonObject, depth) : 'any';
    return `${item.includes(' | ') ? `(${item})` : item}[]${boundsOf(schema)}`;
  }
  if (type === 'object') return objectText(schema, depth);
  return typeof type === 'string' ? `${type}${boundsOf(schema)}` : 'any';
}

/** Writes a JSON schema as a type of TypeScript with bounds, cut if it is long. */
export function typeText(schema: JsonObject): string {
  const text = textOf(schema, 0);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}
