import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

const HOUR_MS = 3_600_000;

describe.each(readModels)('a clock that is put back, with the views in %s', (name, engine) => {
  describe('hides no row', needs({ name, missing: engine?.missing }), () => {
    const home = new Installation(engine !== undefined);
    beforeAll(() => home.start());
    afterEach(() => void vi.useRealTimers());
    afterAll(() => home.forget());

    it('from an export', async () => {
      const { projectId, session } = await home.register('Ayse');
      const tableId = await home.table(projectId, session, 'Kayıtlar', 'ad');
      const path = `/data/table/${tableId}`;
      const later = Date.now() + HOUR_MS;
      vi.useFakeTimers({ toFake: ['Date'], now: later, shouldAdvanceTime: false });
      for (const ad of ['bir', 'iki']) await home.ask('POST', `${path}/rows`, { ad }, session);
      vi.setSystemTime(later - HOUR_MS);
      await home.ask('POST', `${path}/rows`, { ad: 'üç' }, session);
      const { body } = await home.ask('GET', `${path}/export?format=json`, undefined, session);
      expect(body.map(({ ad }: { ad: string }) => ad)).toEqual(['bir', 'iki', 'üç']);
    });
  });
});
