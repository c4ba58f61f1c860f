import { expect, it } from 'vitest';
import { FieldType } from './field-types.ts';
import { isMathCapable } from './math-capable.ts';

it('isMathCapable excludes texts, booleans, objects and relations', () => {
  expect(FieldType.options.filter(type => !isMathCapable(type))).toEqual([
    'string',
    'text',
    'boolean',
    'object',
    'foreign_key',
    'relationship',
    'reference',
    'select',
    'multi_select',
    'email',
    'url',
    'phone',
    'person',
    'created_at',
    'updated_at',
    'created_by',
    'updated_by',
    'file',
  ]);
});
