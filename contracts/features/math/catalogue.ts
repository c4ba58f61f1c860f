import { finance } from './finance.ts';
import { matrices } from './matrices.ts';
import type { Operation } from './operation.ts';
import { science } from './science.ts';
import { statistics } from './statistics.ts';
import { units } from './units.ts';

export const calculations = {
  matrix: matrices,
  statistics,
  finance,
  science,
} as const satisfies Readonly<Record<string, readonly Operation[]>>;
export type Calculation = keyof typeof calculations;

/** The categories on screens and in docs; each unit counts as an operation. */
export type Category = Calculation | 'units';
export const categories: readonly Category[] = [
  'matrix',
  'statistics',
  'finance',
  'science',
  'units',
];

/** Number of operations in a category. */
export const sizeOf = (category: Category): number =>
  category === 'units' ? Object.values(units).flat().length : calculations[category].length;

export const OPERATION_COUNT = categories.reduce((sum, category) => sum + sizeOf(category), 0);
