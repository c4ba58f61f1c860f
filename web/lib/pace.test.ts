import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

it('ten requests to an address pass at once, further ones once a second', () => {
  let now = 1_000_000;
  const pace = new Pace(() => now);
  const waits = Array.from({ length: 13 }, () => pace.wait('/a'));
  expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1_000, 2_000, 3_000]);
  now += 13_000;
  expect(Array.from({ length: 11 }, () => pace.wait('/a')).at(-1), 'as if nothing had been').toBe(
    1_000,
  );
});

it('addresses wait independently, and the oldest is forgotten', () => {
  const pace = new Pace(() => 0);
  for (let n = 0; n < 20; n++) pace.wait('/a');
  expect(pace.wait('/b')).toBe(0);
  for (let n = 0; n < 200; n++) pace.wait(`/${n}`);
  expect(pace.wait('/a'), 'forgotten').toBe(0);
});
