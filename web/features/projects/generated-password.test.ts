import { ApiKeyPassword } from '@hzm/contracts/features/projects/project';
import { expect, it } from 'vitest';
import { generatedPassword } from './generated-password.ts';

it('generatedPassword makes unique valid passwords of unambiguous letters', () => {
  const made = Array.from({ length: 200 }, generatedPassword);
  expect(new Set(made).size).toBe(made.length);
  for (const password of made) {
    expect(ApiKeyPassword.safeParse(password).success).toBe(true);
    expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{20}$/);
  }
});
