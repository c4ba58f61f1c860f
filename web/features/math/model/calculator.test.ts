import { describe, expect, it } from 'vitest';
import { answered, initialCalculator, keyOf, press, type Calculator } from './calculator.ts';

/** Presses keys of the keyboard; answers questions with doubles, as the server would. */
function type(text: string, start: Calculator = initialCalculator): Calculator {
  let state = start;
  for (const letter of text) {
    const pressed = press(state, keyOf(letter)!);
    state = pressed.state;
    if (!pressed.question) continue;
    const { operation, num1, num2 } = pressed.question;
    const [a, b] = [Number(num1), Number(num2)];
    const result = operation === 'add' ? a + b : operation === 'multiply' ? a * b : a - b;
    state = answered(pressed.question, String(result), pressed.next!);
  }
  return state;
}

describe('the calculator', () => {
  it('calculates from left to right, and goes on with a result', () => {
    expect(type('1+2*3=').entry).toBe('9');
    expect(type('1+2=+4=').entry).toBe('7');
    expect(type('1+2=5').entry).toBe('5');
  });

  it('takes comma and point as the decimal sign, once', () => {
    expect([type('0,5').entry, type(',5').entry, type('1.2.3').entry]).toEqual([
      '0.5',
      '0.5',
      '1.23',
    ]);
  });

  it('types no leading zero, and deletes digit by digit', () => {
    expect(type('007').entry).toBe('7');
    expect(press(type('12'), 'back').state.entry).toBe('1');
    expect(press(type('12'), 'sign').state.entry).toBe('-12');
  });

  it('changes an operation before the second number, and asks for both numbers', () => {
    expect(type('8+-3=').entry).toBe('5');
    expect(type('=').isIncomplete).toBe(true);
    expect(type('8+=').isIncomplete).toBe(true);
    expect(type('+').isIncomplete).toBe(true);
    expect(type('8+=3').isIncomplete).toBe(false);
  });
});
