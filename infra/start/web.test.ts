import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fingerprint } from './web.mjs';

const SOURCES = {
  'web/main.tsx': 'a',
  'contracts/registry.ts': 'b',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
};

const checkout = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hzm-web-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
};

it('the fingerprint is equal for equal sources in any folder', () => {
  expect(fingerprint(checkout(SOURCES))).toBe(fingerprint(checkout(SOURCES)));
});

it.each([
  ['a changed screen', { 'web/main.tsx': 'a2' }],
  ['a new screen', { 'web/screen.tsx': '' }],
  ['a changed contract', { 'contracts/registry.ts': 'b2' }],
  ['another package', { 'package-lock.json': '{"a":1}' }],
])('the fingerprint changes with %s', (_, change) => {
  expect(fingerprint(checkout({ ...SOURCES, ...change }))).not.toBe(fingerprint(checkout(SOURCES)));
});

it.each([
  ['a build output', { 'web/dist/main.js': '' }],
  ['a generated file', { 'web/routeTree.gen.ts': '' }],
  ['a test', { 'web/main.test.tsx': '' }],
  ['the server', { 'infra/server/main.ts': '' }],
])('the fingerprint ignores %s', (_, change) => {
  expect(fingerprint(checkout({ ...SOURCES, ...change }))).toBe(fingerprint(checkout(SOURCES)));
});
