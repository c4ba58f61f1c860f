import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemStatus } from '@hzm/contracts/core/problem';
import { expect, it } from 'vitest';

const guide = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8');

it('docs/api.md names every code of a refusal with its status', () => {
  const rows = [...guide.matchAll(/^\| (\d{3}) \| (.+) \|$/gm)];
  const told = rows.flatMap(([, status, text]) =>
    [...text!.matchAll(/`([A-Z_]{5,})`/g)].map(([, code]) => [code, Number(status)]),
  );
  const byName = ([a]: unknown[], [b]: unknown[]): number => String(a).localeCompare(String(b));
  expect(told.toSorted(byName)).toEqual(Object.entries<number>(problemStatus).toSorted(byName));
});
