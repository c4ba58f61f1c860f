import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serve } from './serve.ts';

const server = serve();

/** The commands of the guide, one script; what each `curl` answers ends its own line. */
const commands = (origin: string): string =>
  [
    ...readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8').matchAll(
      /^```sh\n([^]*?)^```/gm,
    ),
  ]
    .map(([, text]) => text!)
    .join('')
    .replaceAll('http://127.0.0.1:3000', origin)
    .replace(/^\s*curl(?!.*\|).*$/gm, '$&; echo');

it('everything in the API guide can be typed as it stands', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-guide-'));
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-eo', 'pipefail', '-c', commands(server.origin())],
    { cwd: directory, env: { ...process.env, PATH: path } },
  );
  const answers = stdout
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as { success: boolean; code?: string });
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.flatMap(({ code }) => code ?? [])).toEqual([
    'VALIDATION_ERROR',
    'VERSION_MISMATCH',
  ]);
  expect(stdout).toMatch(/etag: "2"/i);
  const [first, second] = [...stdout.matchAll(/^[0-9a-f-]{36}$/gm)].map(String);
  expect(second).toBe(first);
  rmSync(directory, { recursive: true });
}, 30_000);
