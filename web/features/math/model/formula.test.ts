import { describe, expect, it } from 'vitest';
import { readFormula, type Part } from './formula.ts';

/** Writes a formula with its structure in angle brackets. */
const written = (part: Part): string =>
  'text' in part ? part.text : `${part.kind}<${part.parts.map(written).join(' ')}>`;
const read = (text: string): string => written(readFormula(text));

describe('a formula', () => {
  it('draws fractions, powers, indices and roots without their brackets', () => {
    expect(read('a / (b + c)')).toBe('fraction<a row<b + c>>');
    expect(read('x_i^2')).toBe('power<index<x i> 2>');
    expect(read('√(a / n)')).toBe('root<fraction<a n>>');
    expect(read('(1 + r)^(−n)')).toBe('power<row<( row<1 + r> )> row<− n>>');
    expect(read('Σx_i / n')).toBe('fraction<row<Σ index<x i>> n>');
    expect(read('Σ_k a_k · b')).toBe('row<row<index<Σ k> index<a k>> · b>');
    expect(read('m · v / 2')).toBe('fraction<row<m · v> 2>');
  });

  it('takes numbers with an exponent as one, and never fails', () => {
    expect(read('1.5e+21')).toBe('1.5e+21');
    expect(['(', ')', '/', '^', '', '_ _'].map(text => typeof read(text))).toEqual(
      Array.from({ length: 6 }, () => 'string'),
    );
  });
});
