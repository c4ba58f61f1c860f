import { expect, it } from 'vitest';
import { mathPage } from './run/math-page.ts';

it('docs/math.md says what the definitions say', async () => {
  await expect(mathPage()).toMatchFileSnapshot('../docs/math.md');
});
