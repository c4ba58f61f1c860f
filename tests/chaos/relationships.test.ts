import { describe, expect, it } from 'vitest';
import { needs } from '../run/needs.ts';
import { ask } from './installation.ts';
import { ownMongod, twoProcesses } from './two-processes.ts';

const TARGETS = 25;
/** Rows of two pages. */
const COPIED = 900;

interface Copying {
  readonly copy: { readonly state: string };
  readonly tables: readonly { readonly rows: number }[];
}

describe('rows in two processes', needs(ownMongod), () => {
  const { address, place } = twoProcesses();

  /** A new table with a field that is related to the table of the place, by its id. */
  async function related(name: string, relationshipType: string): Promise<string> {
    const { headers, projectId } = place();
    const made = <T>(path: string, body: unknown): Promise<T> =>
      ask<T>(address(0), 'POST', path, body, headers);
    const { table } = await made<{ table: { id: string } }>(`/tables/project/${projectId}`, {
      name,
    });
    const fields = `/tables/${projectId}/${table.id}/fields`;
    const { field } = await made<{ field: { id: string } }>(fields, {
      name: 'of',
      type: 'foreign_key',
    });
    const { fields: targets } = await ask<{ fields: { id: string; name: string }[] }>(
      address(0),
      'GET',
      `/tables/${projectId}/${place().table}/fields`,
      undefined,
      headers,
    );
    await made(`/tables/${table.id}/fields/${field.id}/relationships`, {
      targetTableId: place().table,
      targetFieldId: targets[0]!.id,
      relationshipType,
    });
    return table.id;
  }
  const newTargets = async (): Promise<readonly string[]> => {
    const { rows } = await ask<{ rows: { id: string }[] }>(
      address(0),
      'POST',
      `/data/table/${place().table}/rows/bulk`,
      { rows: Array.from({ length: TARGETS }, (_, n) => ({ key: `t${n}`, n })) },
      place().headers,
    );
    return rows.map(({ id }) => id);
  };
  const sent = (at: number, method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${address(at)}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...place().headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('give a target of a one-to-one relationship to one row only', async () => {
    const table = await related('Bire bir', 'one-to-one');
    const answers = await Promise.all(
      (await newTargets()).flatMap(of =>
        [0, 1].map(at => sent(at, 'POST', `/data/table/${table}/rows`, { of })),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: TARGETS }, () => 201),
      ...Array.from({ length: TARGETS }, () => 400),
    ]);
  });

  it('name no row that another process deletes at the same moment', async () => {
    const table = await related('Bire çok', 'one-to-many');
    const outcomes = await Promise.all(
      (await newTargets()).map(async of => {
        const [named, deleted] = await Promise.all([
          sent(0, 'POST', `/data/table/${table}/rows`, { of }),
          sent(1, 'DELETE', `/data/table/${place().table}/rows/${of}`),
        ]);
        return [named.ok, deleted.ok];
      }),
    );
    expect(outcomes.filter(([named, deleted]) => named === deleted)).toEqual([]);
  });

  it('are copied into a test environment once, though both copy them', async () => {
    const { headers, projectId } = place();
    const path = `/projects/${projectId}/create-test-environment`;
    const { project } = await ask<{ project: { id: string } }>(
      address(0),
      'POST',
      path,
      {},
      headers,
    );
    const copying = `/projects/${project.id}/copy-rows`;
    const rows = Array.from({ length: COPIED }, (_, n) => ({ key: `c${n}`, n }));
    await ask(address(0), 'POST', `/data/table/${place().table}/rows/bulk`, { rows }, headers);
    await Promise.all([0, 1].map(at => sent(at, 'POST', copying, { replace: [] })));
    const state = async (at: number) =>
      ask<Copying>(address(at), 'GET', copying, undefined, headers);
    for (const at of [0, 1])
      await expect.poll(async () => (await state(at)).copy.state, { timeout: 20_000 }).toBe('done');
    const { usage } = await ask<{ usage: { rows: number } }>(
      address(0),
      'GET',
      `/projects/${project.id}/usage`,
      undefined,
      headers,
    );
    const { tables } = await state(0);
    const there = tables.reduce((sum, table) => sum + table.rows, 0);
    expect(there).toBeGreaterThanOrEqual(COPIED);
    expect(usage.rows).toBe(there);
  });
});
