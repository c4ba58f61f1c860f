import { everyday, everydayNames } from '../../core/everyday.ts';
import { fieldTypeGroups, type FieldType } from './field-types.ts';

const incapable: ReadonlySet<FieldType> = new Set([
  'string',
  'text',
  'boolean',
  'object',
  ...fieldTypeGroups.relational,
  ...everydayNames.filter(name => !everyday[name].isNumber),
]);

/** Whether calculations accept values of a type. */
export const isMathCapable = (type: FieldType): boolean => !incapable.has(type);
