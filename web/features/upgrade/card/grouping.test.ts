import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardDigits, caretAfter, deletedAtSpace, groupedInFours } from './grouping.ts';

describe('card number', () => {
  it('is grouped in fours, up to sixteen digits', () => {
    expect(groupedInFours(cardDigits('4242-4242 4242x4242 99'))).toBe('4242 4242 4242 4242');
    expect(groupedInFours(cardDigits('42424'))).toBe('4242 4');
    expect(groupedInFours(cardDigits('4242'))).toBe('4242');
    expect(groupedInFours(cardDigits('abc'))).toBe('');
  });

  it('keeps the caret behind its digit', () => {
    expect(caretAfter('42424', 5)).toBe(6);
    expect(caretAfter('4242 4242', 3)).toBe(3);
    expect(caretAfter('42942 4242', 3)).toBe(3);
    expect(caretAfter('4242', 4)).toBe(4);
    expect(caretAfter('', 0)).toBe(0);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789 -')), maxLength: 24 }),
        fc.nat(24),
        (typed, at) => {
          const caret = Math.min(at, typed.length);
          const shown = groupedInFours(cardDigits(typed));
          const now = caretAfter(typed, caret);
          expect(now).toBeLessThanOrEqual(shown.length);
          expect(cardDigits(shown.slice(0, now))).toBe(cardDigits(typed.slice(0, caret)));
        },
      ),
    );
  });

  it('loses a digit to each deletion, also next to a space', () => {
    expect(deletedAtSpace('4242 4567', 5, 'backward')).toEqual({ text: '4244 567', caret: 3 });
    expect(deletedAtSpace('4242 4567', 4, 'forward')).toEqual({ text: '4242 567', caret: 4 });
    expect(deletedAtSpace('4242 4567', 3, 'backward')).toBeNull();
    expect(deletedAtSpace('4242 4567', 9, 'forward')).toBeNull();
  });
});
