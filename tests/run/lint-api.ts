import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@hzm/contracts/registry';
import { asyncapi } from '../../services/api/description/asyncapi.ts';
import { openapi } from '../../services/api/description/openapi.ts';

// The linters are fetched when they are asked for: they would be a large part of what everybody installs.
const LINTER = '@redocly/cli@2.77.0';
const PARSER = '@asyncapi/parser';
const PARSER_VERSION = '3.6.6';
/** Warnings about OpenAPI that stay, with their reasons. */
const skipped = [
  // Literal segments come first, as in the paths of the specification.
  'no-ambiguous-paths',
  // Records by a closed list of names require them without naming them again.
  'no-required-schema-properties-undefined',
];

/** The parts of the parser that are used. */
interface Found {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
}
interface Parsing {
  readonly Parser: new () => { validate(text: string): Promise<readonly Found[]> };
}

const folder = mkdtempSync(join(tmpdir(), 'hzm-lint-'));
try {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(await openapi(calls)));
  const skips = skipped.flatMap(rule => ['--skip-rule', rule]);
  const words = ['--yes', LINTER, 'lint', file, '--max-problems', '100', ...skips];
  execFileSync('npx', words, { stdio: 'inherit' });

  const install = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    folder,
  ];
  execFileSync('npm', [...install, `${PARSER}@${PARSER_VERSION}`], { stdio: 'inherit' });
  const { Parser } = createRequire(file)(PARSER) as Parsing;
  const faults = await new Parser().validate(JSON.stringify(asyncapi()));
  for (const { code, path, message } of faults)
    console.error(`${code} at ${path.join('.')}: ${message}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log('The description of the sockets is valid, too.');
} finally {
  rmSync(folder, { recursive: true });
}
