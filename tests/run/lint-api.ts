import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@hzm/contracts/registry';
import { openapi } from '../../services/api/description/openapi.ts';

// The linter is fetched when it is asked for: it would be a large part of what everybody installs.
const LINTER = '@redocly/cli@2.77.0';
/** Warnings that stay, with their reasons. */
const skipped = [
  // Literal segments come first, as in the paths of the specification.
  'no-ambiguous-paths',
  // Records by a closed list of names require them without naming them again.
  'no-required-schema-properties-undefined',
];

const folder = mkdtempSync(join(tmpdir(), 'hzm-lint-'));
try {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(await openapi(calls)));
  const skips = skipped.flatMap(rule => ['--skip-rule', rule]);
  const words = ['--yes', LINTER, 'lint', file, '--max-problems', '100', ...skips];
  execFileSync('npx', words, { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
