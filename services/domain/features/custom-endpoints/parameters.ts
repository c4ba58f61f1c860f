import { exactNumber } from '@hzm/contracts/core/exact';
import { Id } from '@hzm/contracts/core/ids';
import { type Json, memberOf } from '@hzm/contracts/core/json';
import { Details, Problem } from '@hzm/contracts/core/problem';
import { truthOf } from '@hzm/contracts/core/truth';
import {
  MAX_PARAMETER_LENGTH,
  type Constant,
  type EndpointDefinition,
  type EndpointFilter,
  type Parameter,
  type ParameterType,
  type SentParameters,
  type Source,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { MAX_IN } from '@hzm/contracts/features/rows/row';
import { valueOf } from '@hzm/contracts/features/tables/field-types';

/**
 * The values of an endpoint's parameters by name; those that were not given and have no default are
 * missing.
 */
export type Given = ReadonlyMap<string, Json>;

export const constantType = (value: Constant): ParameterType =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';

/** A value as its parameter's type has it, from a text or from JSON; undefined when it is none. */
export function valueOfParameter({ type }: Pick<Parameter, 'type'>, given: Json): Json | undefined {
  if (type === 'json') return given;
  if (typeof given === 'object') return undefined;
  if (type === 'boolean') return typeof given === 'boolean' ? given : truthOf(String(given));
  if (type === 'number') {
    if (
      typeof given === 'boolean' ||
      (typeof given === 'string' && (given.trim() === '' || given.length > MAX_PARAMETER_LENGTH))
    )
      return undefined;
    return typeof given === 'number' ? given : exactNumber(given);
  }
  if (typeof given !== 'string' || given.length > MAX_PARAMETER_LENGTH) return undefined;
  if (type === 'id') return Id.safeParse(given).success ? given.toLowerCase() : undefined;
  return type === 'date' && !valueOf.date.safeParse(given).success ? undefined : given;
}

/** Values of a list, apart by commas or, in a body, as JSON has them. */
const partsOf = (given: Json): readonly Json[] =>
  Array.isArray(given)
    ? (given as readonly Json[])
    : typeof given === 'string'
      ? given.split(',')
      : [given];

/** The parameters that are compared with lists. */
export const listed = (filters: readonly EndpointFilter[]): ReadonlySet<string> =>
  new Set(
    filters.flatMap(({ op, value }) =>
      op === 'in' && 'parameter' in value ? [value.parameter] : [],
    ),
  );

/**
 * @throws Problem VALIDATION_ERROR: a parameter is missing, unknown, or no value of its type; paths
 * are `query.name`, `body.name` and `path.name`
 */
export function givenParameters(
  definition: EndpointDefinition,
  sent: SentParameters,
  own: readonly string[] = [],
): Given {
  const details = new Details();
  const given = new Map<string, Json>();
  const lists = listed('filters' in definition.action ? definition.action.filters : []);
  for (const place of ['path', 'query', 'body'] as const) {
    const known = new Set(
      definition.parameters.filter(one => one.in === place).map(({ name }) => name),
    );
    for (const name of Object.keys(sent[place]))
      if (!known.has(name) && !(place === 'query' && own.includes(name)))
        details.push({
          path: `${place}.${name}`,
          message: { key: 'endpoint-parameter-not-there' },
        });
  }
  for (const parameter of definition.parameters) {
    const { name, default: otherwise, required } = parameter;
    const value = memberOf(sent[parameter.in], name) ?? otherwise;
    const path = `${parameter.in}.${name}`;
    if (value === undefined || value === null) {
      if (required) details.push({ path, message: { key: 'value-required' } });
      continue;
    }
    const isList = lists.has(name);
    if (isList && partsOf(value).length > MAX_IN) {
      details.push({ path, message: { key: 'filter-in-too-many', values: { limit: MAX_IN } } });
      continue;
    }
    const values = isList
      ? partsOf(value).map(part => valueOfParameter(parameter, part))
      : undefined;
    const single = values ? undefined : valueOfParameter(parameter, value);
    if (values ? values.includes(undefined) : single === undefined)
      details.push({
        path,
        message: { key: 'endpoint-value-type', values: { type: parameter.type } },
      });
    else given.set(name, values ? (values as readonly Json[]) : single!);
  }
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
  return given;
}

/** Returns the value of a source in this call; undefined if nothing was given. */
export const sourceValue = (source: Source, given: Given): Json | undefined =>
  'constant' in source ? source.constant : given.get(source.parameter);
