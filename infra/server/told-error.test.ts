import { expect, it } from 'vitest';
import { toldError } from './told-error.ts';

it('the log tells of an error no documents that it carries, but its causes', () => {
  const refused = Object.assign(new Error('E11000'), {
    code: 11_000,
    writeErrors: [{ op: { d: 'GIZLI' } }],
  });
  const told = toldError(new Error('rows', { cause: refused }));
  expect(told).toMatchObject({
    type: 'Error',
    message: 'rows: E11000',
    stack: expect.stringContaining('told-error.test'),
  });
  expect(toldError(refused)).toMatchObject({ type: 'Error', message: 'E11000', code: 11_000 });
  expect(JSON.stringify([told, toldError(refused)])).not.toContain('GIZLI');
});
