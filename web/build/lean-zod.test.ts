import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutJsonSchemas } from './lean-zod.ts';

it('leaves nothing that makes JSON schemas in the version of zod that is used', () => {
  const zod = createRequire(import.meta.url).resolve('zod/package.json');
  const file = join(zod, '../v4/classic/schemas.js');
  const lean = withoutJsonSchemas(readFileSync(file, 'utf8'));
  expect(
    lean.match(/\b(?:processJSONSchema|create\w*JSONSchemaMethod\(|processors\.\w+Processor)/),
  ).toBeNull();
});
