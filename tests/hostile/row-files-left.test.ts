import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { serve } from '../http/serve.ts';
import { eraseProject } from '../run/erase-project.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'hzm-left-'));
// Registered first, it runs last: the server has ended by then.
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));
const { ask, register, origin } = serve({ dataDirectory });

const files = (): string[] => {
  const directory = join(dataDirectory, 'row-imports');
  return existsSync(directory) ? readdirSync(directory) : [];
};

it('a deleted project leaves no files of rows, which would count for nobody', async () => {
  const { session, projectId } = await register('Silen');
  for (let i = 0; i < 3; i++) {
    const sent = await fetch(
      `${origin()}/api/v1/projects/${projectId}/row-imports?file_name=a.csv`,
      { method: 'POST', headers: session, body: 'ad\nx\n' },
    );
    expect(sent.status).toBe(201);
  }
  expect(files()).toHaveLength(3);
  const project = { id: projectId, name: 'Varsayılan Proje' };
  expect((await eraseProject(ask, project, session)).status).toBe(200);
  await expect.poll(files, { timeout: 10_000 }).toEqual([]);
});
