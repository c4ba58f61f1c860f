import { readFileSync } from 'node:fs';
import { createTables } from '@hzm/contracts/features/tables/whole-tables-api';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { tablesOfKind, templateKinds, templateOf } from './templates.ts';

const today = '2026-11-26';
const textsIn = async (language: 'tr' | 'en') => {
  const file = new URL(`../../../locales/${language}/templates.json`, import.meta.url);
  const texts = i18next.createInstance();
  await texts.init({
    lng: language,
    resources: { [language]: { templates: JSON.parse(readFileSync(file, 'utf8')) } },
    ns: ['templates'],
    defaultNS: 'templates',
  });
  return texts.getFixedT(language, 'templates');
};

describe.each(['tr', 'en'] as const)('templates in %s', language => {
  it.each(templateKinds)(
    '%s: make tables that the call accepts, whose rows name their fields',
    async kind => {
      const t = await textsIn(language);
      const template = templateOf(kind, { t, taken: [], today });
      const body = { tables: template.map(({ table }) => table) };
      expect(createTables.body.safeParse(body).error).toBeUndefined();
      expect(template).toHaveLength(tablesOfKind[kind]);
      for (const { table, samples } of template) {
        const names = new Set(table.fields?.map(({ name }) => name));
        expect(names.size).toBe(table.fields?.length);
        for (const row of samples([['a', 'b', 'c']]))
          expect(Object.keys(row).filter(name => !names.has(name))).toEqual([]);
      }
    },
  );

  it('get names that no table has, and relate by the name that the target got', async () => {
    const t = await textsIn(language);
    const taken = [t('titles.contacts').toUpperCase(), t('titles.orders')];
    const [people, orders] = templateOf('orders', { t, taken, today });
    expect([people!.table.name, orders!.table.name]).toEqual([
      `${t('titles.contacts')} 2`,
      `${t('titles.orders')} 2`,
    ]);
    const related = orders!.table.fields?.find(({ relatesTo }) => relatesTo);
    expect(related?.relatesTo?.table).toBe(people!.table.name);
  });
});
