import { expect, it } from 'vitest';
import { latinLetter } from './latin-letter.ts';

it('reads a key by its place where the layout has no Latin letters', () => {
  expect(latinLetter({ key: 'я', code: 'KeyZ' })).toBe('z');
  expect(latinLetter({ key: 'Ω', code: 'KeyV' })).toBe('v');
  expect(latinLetter({ key: 'ش', code: 'KeyA' })).toBe('a');
});

it('reads a key by what it types where the layout has Latin letters', () => {
  expect(latinLetter({ key: 'z', code: 'KeyY' })).toBe('z');
  expect(latinLetter({ key: 'ğ', code: 'BracketLeft' })).toBe('ğ');
  expect(latinLetter({ key: ';', code: 'KeyZ' })).toBe(';');
  expect(latinLetter({ key: 'Enter', code: 'Enter' })).toBe('enter');
});
