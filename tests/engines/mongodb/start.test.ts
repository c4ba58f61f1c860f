import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '@hzm/infra/server/start';
import { afterAll, expect, it } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
afterAll(() => rmSync(directory, { recursive: true }));
const starting = (dataDirectory: string) =>
  start({
    port: 0,
    host: '127.0.0.1',
    dataDirectory,
    secret: Buffer.from('a secret for tests only'),
    readModel: 'mongodb://127.0.0.1:1/nobody',
  });

it('names the MongoDB that cannot be reached', async () => {
  await expect(starting(directory)).rejects.toThrow(
    /^HZM_READ_MODEL 127\.0\.0\.1:1 cannot be reached: /,
  );
});

it('does not leave the keys of its data behind', async () => {
  const file = join(directory, 'vault.db');
  writeFileSync(file, '');
  await expect(starting(directory)).rejects.toThrow(file);
});
