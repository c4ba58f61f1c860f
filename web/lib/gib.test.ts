import { expect, it } from 'vitest';
import { bytesOfGib, gibOf } from './gib.ts';

it('a limit converts to GiB and back, exactly if unchanged', () => {
  expect([-1, 2 ** 30, 5 * 2 ** 20, 100 * 2 ** 30].map(gibOf)).toEqual([-1, 1, 0.005, 100]);
  expect([
    bytesOfGib(-1),
    bytesOfGib('1.5'),
    bytesOfGib(0.005, 5 * 2 ** 20),
    bytesOfGib(0.006, 5 * 2 ** 20),
  ]).toEqual([-1, 1.5 * 2 ** 30, 5 * 2 ** 20, Math.round(0.006 * 2 ** 30)]);
});
