import type { BasicOperation } from './model/calculator.ts';

export const signs: Readonly<Record<BasicOperation, string>> = {
  add: '+',
  subtract: '−',
  multiply: '×',
  divide: '÷',
  modulo: 'mod',
  power: '^',
};
