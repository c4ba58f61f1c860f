import { converted, convertedHeld } from '@hzm/contracts/core/conversion';
import { readOperand, readValue } from '@hzm/contracts/features/tables/canonical';
import { FieldType, formOf } from '@hzm/contracts/features/tables/field-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

const FAR = [
  '0000-01-01',
  '0000-12-31T23:59',
  '0001-01-01',
  '0001-01-01T00:00',
  '0099-06-01',
  '0999-12-31T23:59:59',
  '9999-12-31',
  '9999-12-31T23:59:59.999',
  '10000-01-01',
];
const ZONES = ['UTC', 'Europe/Istanbul', 'America/New_York', 'Pacific/Kiritimati', 'Etc/GMT+12'];

it.each(ZONES)('every type reads or refuses a moment of a far year in %s', timeZone => {
  const reading = { language: 'tr', timeZone, currency: 'TRY', unit: 'kg' } as const;
  for (const type of FieldType.options)
    for (const text of FAR) {
      const form = formOf(type);
      const own = readValue(type, text, timeZone);
      expect(own === undefined ? undefined : readValue(type, own, timeZone)).toEqual(own);
      expect(converted(form, text, reading)).toEqual(convertedHeld(form, text, reading));
      expect(() => readOperand(type, text, timeZone)).not.toThrow();
    }
});

describe.each(readModels)('moments of a far year, with the views in %s', (name, engine) => {
  describe('are answered', needs({ name, missing: engine?.missing }), () => {
    const home = new Installation(engine !== undefined);
    beforeAll(() => home.start());
    afterAll(() => home.forget());

    it('when they are written, looked for and converted', async () => {
      const { projectId, session } = await home.register('Ayse');
      const ask = (method: string, path: string, body?: unknown) =>
        home.ask(method, path, body, session);
      const fields = async (type: string) => {
        const id = await home.table(projectId, session, `Tablo ${type}`);
        const at = `/tables/${projectId}/${id}/fields`;
        return { id, field: (await ask('POST', at, { name: 'v', type })).body.data.field.id };
      };
      const [moments, texts] = [await fields('datetime'), await fields('string')];
      for (const v of FAR) {
        const written = await ask('POST', `/data/table/${moments.id}/rows`, { v });
        const found = await ask('GET', `/data/table/${moments.id}?filter[v][gte]=${v}`);
        expect([v, written.status < 500, found.status < 500]).toEqual([v, true, true]);
        await ask('POST', `/data/table/${texts.id}/rows`, { v });
      }
      const change = `/tables/${texts.id}/fields/${texts.field}?force=true`;
      expect((await ask('PUT', change, { type: 'datetime' })).status).toBe(200);
      const { rows } = (await ask('GET', `/data/table/${texts.id}`)).body.data;
      expect(rows.map(({ v }: { v: string }) => v)).toEqual(
        FAR.map(text => readValue('datetime', text, 'Europe/Istanbul') ?? text),
      );
    });
  });
});
