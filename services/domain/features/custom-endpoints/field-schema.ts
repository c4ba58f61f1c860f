import { currencies } from '@hzm/contracts/core/amount';
import { hasLists, hasOptions, hasPeople, isGiven } from '@hzm/contracts/core/everyday';
import type { JsonObject } from '@hzm/contracts/core/json';
import { weightUnits } from '@hzm/contracts/core/value-schemas';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';

const numbers = { type: 'array', items: { type: 'number' } } as const;

const schemas: Readonly<Record<string, JsonObject>> = {
  boolean: { type: 'boolean' },
  moment: { type: 'string', format: 'date-time' },
  time: { type: 'string', pattern: String.raw`^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$` },
  duration: { type: ['string', 'number'] },
  object: { type: 'object' },
  array: { type: 'array', items: {} },
  vector: numbers,
  matrix: { type: 'array', items: numbers },
  tensor: { type: 'array', items: {} },
  coordinates: {
    oneOf: [
      {
        type: 'object',
        required: ['lat', 'lng'],
        properties: {
          lat: { type: 'number', minimum: -90, maximum: 90 },
          lng: { type: 'number', minimum: -180, maximum: 180 },
        },
      },
      numbers,
    ],
  },
  dataset: { type: 'array', items: { type: 'object' } },
  currency: {
    type: 'object',
    required: ['amount', 'currency'],
    properties: {
      amount: { type: 'number' },
      currency: { type: 'string', enum: Object.keys(currencies) },
      symbol: { type: 'string' },
    },
  },
  weight: {
    type: 'object',
    required: ['value', 'unit'],
    properties: { value: { type: 'number' }, unit: { type: 'string', enum: [...weightUnits] } },
  },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  phone: { type: 'string' },
  person: { type: 'string', format: 'uuid', description: 'The id of a person of the project.' },
  file: {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'The ids of files of the row.',
  },
  stars: { type: 'integer', minimum: 0, maximum: 5 },
};

/** The schema of who added or changed a row. */
const author = {
  type: 'string',
  format: 'uuid',
  description: 'The id of an account or an API key; null for anybody else.',
} as const;

const dateFormats = {
  date: { format: 'date' },
  datetime: { format: 'date-time' },
  time: schemas['time']!,
} as const;

const defined = (members: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as JsonObject;

/** The schema of options: ids in answers; a request may name an option, too. */
function optionSchema({ type, validation: { options = [] } }: Field): JsonObject {
  const description = options.map(({ id, name }) => `${id}: ${name}`).join('\n');
  const one = { type: 'string', examples: options.map(({ id }) => id), description };
  return hasLists(type) ? { type: 'array', items: one } : one;
}

function ownSchema(field: Field): JsonObject {
  const { type, validation: rules } = field;
  if (hasOptions(type)) return optionSchema(field);
  if (hasPeople(type) && isGiven(type)) return author;
  const form = formOf(type);
  if (form === 'text') {
    const { pattern, minLength, maxLength } = rules;
    return { type: 'string', ...defined({ pattern, minLength, maxLength }) };
  }
  if (form === 'date') return { type: 'string', ...dateFormats[rules.dateType ?? 'date'] };
  if (form === 'array' && rules.arrayItemType)
    return { type: 'array', items: { type: rules.arrayItemType } };
  const fixed = Object.hasOwn(schemas, form) ? schemas[form] : undefined;
  if (fixed) return fixed;
  if (!numberTypes.has(type)) return {};
  const { minValue: minimum, maxValue: maximum } = rules;
  const isWhole = form === 'integer' || rules.decimalPlaces === 0;
  return { type: isWhole ? 'integer' : 'number', ...defined({ minimum, maximum }) };
}

const nullable = (schema: JsonObject): JsonObject =>
  typeof schema['type'] === 'string'
    ? { ...schema, type: [schema['type'], 'null'] }
    : Array.isArray(schema['type'])
      ? { ...schema, type: [...(schema['type'] as readonly string[]), 'null'] }
      : Object.keys(schema).length === 0
        ? schema
        : { anyOf: [schema, { type: 'null' }] };

/** Rules that a JSON schema does not know, in words. */
const rulesOf = ({ validation: rules }: Field): string[] => [
  ...(rules.decimalPlaces ? [`At most ${rules.decimalPlaces} decimal places.`] : []),
  ...(rules.onlyPositive ? ['Greater than 0.'] : []),
  ...(rules.minToday ? ['Not before today.'] : []),
  ...(rules.maxToday ? ['Not after today.'] : []),
];

/** The JSON schema of a field's values, with its type and rules; null unless it is required. */
export function fieldSchema(
  field: Field,
  tableNames: ReadonlyMap<string, string>,
  isRequired = field.required,
): JsonObject {
  const schema = ownSchema(field);
  const related = field.relationships.flatMap(({ targetTableId }) => {
    const name = tableNames.get(targetTableId);
    return name === undefined ? [] : [`The id of a row of “${name}”.`];
  });
  const own = typeof schema['description'] === 'string' ? schema['description'] : '';
  const told = [field.description, ...rulesOf(field), ...related, own].filter(text => text !== '');
  return {
    ...(isRequired ? schema : nullable(schema)),
    ...(isGiven(field.type) && { readOnly: true }),
    ...(told.length > 0 && { description: told.join('\n') }),
    'x-hzm-type': field.type,
  };
}
