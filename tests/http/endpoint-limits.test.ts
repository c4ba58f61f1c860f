import { MAX_COMPUTED_ROWS, MAX_GROUPS } from '@hzm/contracts/features/custom-endpoints/definition';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

const { inTurn, register, table } = serve();
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Awaited<ReturnType<typeof register>>;
let tableId = '';
const fields: Record<string, string> = {};
/** One more than an answer may be computed of. */
const ROWS = MAX_COMPUTED_ROWS + 1;

const { call } = inTurn(() => owner.session);
const custom = (path: string) =>
  call('GET', `/custom/${owner.projectId}/${path}`, undefined, owner.key);
async function published(path: string, action: object): Promise<void> {
  const definition = {
    method: 'GET',
    path,
    rate: 'unlimited',
    parameters: [{ name: 'below', in: 'query', type: 'number' }],
    action: {
      kind: 'aggregate',
      tableId,
      filters: [{ field: fields['n'], op: 'lt', value: { parameter: 'below' } }],
      ...action,
    },
  };
  const { id } = (
    await call('POST', `/custom-endpoints/project/${owner.projectId}`, { name: path, definition })
  ).body.data.endpoint;
  expect((await call('POST', `/custom-endpoints/${id}/publish`, {})).status).toBe(200);
}

beforeAll(async () => {
  owner = await register('Owner');
  tableId = await table(owner.projectId, owner.session, 'Sayılar', {
    n: 'number',
    grup: 'string',
    uzun: 'text',
  });
  for (const { name, id } of (await call('GET', `/tables/project/${owner.projectId}`)).body.data
    .tables[0].fields as Any[])
    fields[name] = id;
  for (let from = 0; from < ROWS; from += 1_000) {
    await call('POST', `/data/table/${tableId}/rows/bulk`, {
      rows: Array.from({ length: Math.min(1_000, ROWS - from) }, (_, i) => ({
        n: from + i,
        grup: `g${(from + i) % (MAX_GROUPS + 1)}`,
        uzun: from + i === 7 ? 'x'.repeat(300) : 'kısa',
      })),
    });
  }
}, 120_000);

describe('what an endpoint computes is bounded', { timeout: 60_000 }, () => {
  const total = {
    values: [
      { compute: 'sum', field: '', name: 'toplam' },
      { compute: 'count', name: 'adet' },
    ],
  };
  const refusal = async (path: string) => {
    const { status, body } = await custom(path);
    return [status, body.code, body.error];
  };

  it('by rows: all of them up to the bound, and one more is refused, never answered in part', async () => {
    await published('toplam', {
      values: total.values.map(value =>
        'field' in value ? { ...value, field: fields['n'] } : value,
      ),
    });
    expect((await custom(`toplam?below=${MAX_COMPUTED_ROWS}`)).body.data).toEqual({
      values: {
        toplam: (MAX_COMPUTED_ROWS * (MAX_COMPUTED_ROWS - 1)) / 2,
        adet: MAX_COMPUTED_ROWS,
      },
    });
    expect(await refusal(`toplam?below=${ROWS}`)).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      'Bu, en çok 20.000 kayıttan hesaplanır; daha azını isteyin',
    ]);
    expect((await refusal('toplam'))[0]).toBe(413);
    // Counting alone is the store's own, however many there are.
    await published('adet', { values: [{ compute: 'count', name: 'adet' }] });
    expect((await custom('adet')).body.data).toEqual({ values: { adet: ROWS } });
  });

  it('by groups, and by how long the value is that they are grouped by', async () => {
    await published('gruplar', {
      group: { field: fields['grup'], name: 'grup' },
      values: [{ compute: 'count', name: 'adet' }],
    });
    const { groups } = (await custom(`gruplar?below=${MAX_GROUPS}`)).body.data;
    expect([groups.length, groups[0]]).toEqual([MAX_GROUPS, { grup: 'g0', adet: 1 }]);
    expect(await refusal(`gruplar?below=${MAX_GROUPS + 1}`)).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      'En çok 1.000 grup yanıtlanır',
    ]);
    await published('uzunlar', {
      group: { field: fields['uzun'], name: 'uzun' },
      values: [{ compute: 'count', name: 'adet' }],
    });
    expect((await custom('uzunlar?below=7')).body.data).toEqual({
      groups: [{ uzun: 'kısa', adet: 7 }],
    });
    expect(await refusal('uzunlar?below=8')).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      'Kayıtlar en çok 200 karakterlik değerlere göre gruplanabilir',
    ]);
  });

  it('by how many one caller computes at once: the rest waits, and beyond that is told to come again; others are answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => custom(`toplam?below=${MAX_COMPUTED_ROWS}`)),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 503]));
    const refused = answers
      .filter(({ status }) => status === 503)
      .map(({ body, headers }) => [body.code, Number(headers.get('retry-after')) > 0]);
    expect(new Set(refused.map(String))).toEqual(new Set(['NOT_READY,true']));
    expect((await call('GET', `/data/table/${tableId}?limit=1`)).status).toBe(200);
  });
});
