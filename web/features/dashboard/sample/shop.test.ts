import { expect, it } from 'vitest';
import en from '../../../locales/en/dashboard.json';
import tr from '../../../locales/tr/dashboard.json';
import { shop } from './shop.ts';

const today = Date.UTC(2026, 10, 21);
const words =
  (texts: object) =>
  (key: string): string =>
    key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], texts) as string;

it.each([
  ['tr', tr.sample],
  ['en', en.sample],
])(
  'the sample shop has four tables with 2,000 rows, every value under its field (%s)',
  (_, texts) => {
    const tables = shop(words(texts), today);
    expect(tables).toHaveLength(4);
    expect(tables.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(2000);
    for (const { fields, rows } of tables)
      for (const row of rows)
        expect(Object.keys(row).toSorted()).toEqual(fields.map(({ name }) => name).toSorted());
  },
);

it('the sample shop is deterministic', () => {
  expect(shop(words(tr.sample), today)).toEqual(shop(words(tr.sample), today));
});
