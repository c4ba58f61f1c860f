import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isIn, isInstalled } from './install.mjs';
import { root } from './run.mjs';

type Packages = Record<string, { version?: string; optional?: boolean }>;

const checkout = (wanted: Packages, present?: Packages): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hzm-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (present) {
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(
      join(folder, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: present }),
    );
  }
  return folder;
};
const a1 = { 'node_modules/a': { version: '1.0.0' } };

it.each<{ name: string; wanted: Packages; present?: Packages; installed: boolean }>([
  { name: 'a fresh clone', wanted: a1, installed: false },
  {
    name: 'all there, the workspaces themselves aside',
    wanted: { '': {}, web: {}, ...a1 },
    present: a1,
    installed: true,
  },
  {
    name: 'another version',
    wanted: a1,
    present: { 'node_modules/a': { version: '1.0.1' } },
    installed: false,
  },
  {
    name: 'a new package',
    wanted: { ...a1, 'node_modules/b': { version: '1.0.0' } },
    present: a1,
    installed: false,
  },
  {
    name: 'only another platform’s package absent',
    wanted: { ...a1, 'node_modules/b': { version: '1.0.0', optional: true } },
    present: a1,
    installed: true,
  },
])('$name: installed is $installed', ({ wanted, present, installed }) => {
  expect(isInstalled(checkout(wanted, present))).toBe(installed);
});

it('the installed packages match the lock file', () => {
  expect(isInstalled(root)).toBe(true);
});

it.each([
  ['20.0.0', false],
  ['20.18.9', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.0.0', true],
  ['24.21.0', true],
  ['18.20.0', false],
])('isIn(%s) for the supported range is %s', (version, can) => {
  expect(isIn(version, '^20.19.0 || >=22.12.0')).toBe(can);
});
