import { everyday } from '../../core/everyday.ts';
import { fieldTypeGroups, type FieldType } from './field-types.ts';

const incapable: ReadonlySet<FieldType> = new Set([
  'string',
  'text',
  'boolean',
  'object',
  ...fieldTypeGroups.relational,
  ...everyday.flatMap(([name, { isNumber }]) => (isNumber ? [] : [name])),
]);

/** Whether calculations accept values of a type. */
export const isMathCapable = (type: FieldType): boolean => !incapable.has(type);
