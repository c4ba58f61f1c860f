import { afterAll, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Reading } from '../../core/conversion.ts';
import type { EverydayType } from '../../core/everyday/definition.ts';

const digits = (text: string): string | undefined =>
  /^97[89]\d{10}$/.exec(text.replace(/[\s-]/g, ''))?.[0];

/** A type that does not exist: the number of a book. Its file is that of `stars` in this test. */
const isbn: EverydayType = {
  value: z.string().refine(text => digits(text) !== undefined),
  canonical: value => digits(value as string),
  from: value => (typeof value === 'string' ? digits(value) : undefined),
  operand: digits,
  example: '9780306406157',
};
const reading: Reading = { language: 'en', timeZone: 'UTC', currency: 'TRY', unit: 'kg' };

afterAll(() => {
  vi.doUnmock('../../core/everyday/stars.ts');
  vi.resetModules();
});

it('a type is added by its file alone: values, operands, conversions and rules follow', async () => {
  vi.resetModules();
  vi.doMock('../../core/everyday/stars.ts', () => ({ stars: isbn }));
  const { FieldType, fieldTypeGroups, valueOf } = await import('./field-types.ts');
  const { readOperand, readValue } = await import('./canonical.ts');
  const { converted } = await import('../../core/conversion.ts');
  const { numberTypes, validationKeys } = await import('./field-validation.ts');
  const { isMathCapable } = await import('./math-capable.ts');

  expect(fieldTypeGroups.everyday).toContain('stars');
  expect(FieldType.safeParse('stars').success).toBe(true);
  expect(valueOf.stars.safeParse('978-0-306-40615-7').success).toBe(true);
  expect(valueOf.stars.safeParse(5).success).toBe(false);
  expect(readValue('stars', '978-0-306-40615-7', 'UTC')).toBe('9780306406157');
  expect(readValue('stars', '978', 'UTC')).toBeUndefined();
  expect(readOperand('stars', '978 0306406157', 'UTC')).toBe('9780306406157');
  expect(converted('stars', ' 978-0306406157 ', reading)).toBe('9780306406157');
  expect(converted('stars', 'no book', reading)).toBeUndefined();
  expect(converted('text', '9780306406157', reading)).toBe('9780306406157');
  expect([isMathCapable('stars'), numberTypes.has('stars'), validationKeys('stars')]).toEqual([
    false,
    false,
    [],
  ]);
});
