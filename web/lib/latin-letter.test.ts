import { expect, it } from 'vitest';
import { latinLetter } from './latin-letter.ts';

it("latinLetter uses the key's position in a layout without Latin letters", () => {
  expect(latinLetter({ key: 'я', code: 'KeyZ' })).toBe('z');
  expect(latinLetter({ key: 'Ω', code: 'KeyV' })).toBe('v');
  expect(latinLetter({ key: 'ش', code: 'KeyA' })).toBe('a');
});

it('latinLetter uses the typed character in a layout with Latin letters', () => {
  expect(latinLetter({ key: 'z', code: 'KeyY' })).toBe('z');
  expect(latinLetter({ key: 'ğ', code: 'BracketLeft' })).toBe('ğ');
  expect(latinLetter({ key: ';', code: 'KeyZ' })).toBe(';');
  expect(latinLetter({ key: 'Enter', code: 'Enter' })).toBe('enter');
});
