import { expect, it } from 'vitest';
import { isBackFromStep } from './back-from-step.ts';

const at = (index: number, state: object = {}, pathname = '/table') => ({
  pathname,
  state: { __TSR_index: index, ...state },
});

it('knows the way back from a dialog, from several, and from an open row', () => {
  expect(isBackFromStep(at(3, { steps: ['a'] }), at(2))).toBe(true);
  expect(isBackFromStep(at(4, { steps: ['a', 'b'] }), at(2))).toBe(true);
  expect(isBackFromStep(at(3, { over: true }), at(2))).toBe(true);
});

it('takes the ways to other places, and those forth, for none', () => {
  expect(isBackFromStep(at(3), at(2))).toBe(false);
  expect(isBackFromStep(at(2), at(3, { steps: ['a'] }))).toBe(false);
  expect(isBackFromStep(at(3, { over: true }), at(4))).toBe(false);
  expect(isBackFromStep(at(3, { over: true }), at(1))).toBe(false);
  expect(isBackFromStep(at(3, { steps: ['a'] }), at(2, {}, '/home'))).toBe(false);
});
