import { expect, it } from 'vitest';
import { serve } from './serve.ts';

const { ask, register } = serve();

it(
  'strangers of one address who let much be computed keep those of others from nothing',
  { timeout: 60_000 },
  async () => {
    const { projectId, session } = await register('Owner');
    const { id: tableId } = (
      await ask('POST', `/tables/project/${projectId}`, { name: 'Ölçümler' }, session)
    ).body.data.table;
    const { id: field } = (
      await ask(
        'POST',
        `/tables/${projectId}/${tableId}/fields`,
        { name: 'değer', type: 'number' },
        session,
      )
    ).body.data.field;
    for (let n = 0; n < 4; n++)
      expect(
        (
          await ask(
            'POST',
            `/data/table/${tableId}/rows/bulk`,
            { rows: Array.from({ length: 1_000 }, () => ({ değer: 1 })) },
            session,
          )
        ).status,
      ).toBe(200);
    const definition = {
      method: 'GET',
      path: 'toplam',
      caller: 'public',
      action: { kind: 'aggregate', tableId, values: [{ compute: 'sum', field, name: 'toplam' }] },
    };
    const { id } = (
      await ask(
        'POST',
        `/custom-endpoints/project/${projectId}`,
        { name: 'Toplam', definition },
        session,
      )
    ).body.data.endpoint;
    const position = (
      await ask('POST', `/custom-endpoints/${id}/publish`, {}, session)
    ).headers.get('x-position')!;
    const computed = (from: string) =>
      ask('GET', `/custom/${projectId}/toplam`, undefined, {
        'x-forwarded-for': from,
        'x-wait-for-position': position,
      });
    await computed('203.0.113.1');
    const flood = Array.from({ length: 40 }, () => computed('203.0.113.1'));
    const other = await computed('198.51.100.7');
    expect(other.body).toEqual({ success: true, data: { values: { toplam: 4_000 } } });
    // One at a time, and sixteen wait.
    expect((await Promise.all(flood)).some(({ status }) => status === 503)).toBe(true);
  },
);
