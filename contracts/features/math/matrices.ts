import { asDecimal, Fine, stepText, type D } from './decimal.ts';
import { both, matrix, operation, refuse, type Operation } from './operation.ts';

type Matrix = readonly (readonly D[])[];
const A = [
  [1, 2],
  [3, 4],
];
const matrixA = matrix(both('A matrisi', 'Matrix A'), A);
const matrixB = matrix(both('B matrisi', 'Matrix B'), [
  [5, 6],
  [7, 8],
]);
const results = { result: { label: both('Sonuç matrisi', 'Result matrix') } };

const isSameSize = (a: Matrix, b: Matrix): boolean =>
  a.length === b.length && a[0]!.length === b[0]!.length;

/** A matrix as whole multiples of one power of ten, so that sums of products lose no digit. */
interface Whole {
  readonly rows: readonly (readonly bigint[])[];
  /** Decimals of the cell with most of them. */
  readonly scale: number;
}

function wholeOf(cells: Matrix): Whole {
  const scale = Math.max(...cells.flat().map(cell => cell.decimalPlaces()));
  const whole = (cell: D): bigint => BigInt(cell.toFixed(scale).replace('.', ''));
  return { rows: cells.map(row => row.map(whole)), scale };
}

const sum = (terms: readonly bigint[]): bigint => terms.reduce((total, term) => total + term, 0n);

/** Writes the calculation of the first cell, as an example of all others. */
const firstCell = (terms: readonly string[], result: Matrix): readonly string[] => [
  `c_11 = ${terms.join(' + ')} = ${stepText(result[0]![0]!)}`,
];

/** Removes the first row and one column. */
const minorOf = (rows: Whole['rows'], column: number): Whole['rows'] =>
  rows.slice(1).map(row => row.filter((_, index) => index !== column));

/** Expands along the first row; for small matrices only. */
const expand = (rows: Whole['rows']): bigint =>
  rows.length === 1
    ? rows[0]![0]!
    : sum(
        rows[0]!.map((cell, column) => {
          const term = cell * expand(minorOf(rows, column));
          return column % 2 === 0 ? term : -term;
        }),
      );

const determinantOf = ({ rows, scale }: Whole): D => asDecimal(expand(rows), -scale * rows.length);

export const matrices: readonly Operation[] = [
  operation({
    name: 'matrix_add',
    title: both('Matris toplama', 'Matrix addition'),
    about: both(
      'Karşılıklı hücreler toplanır. İki matris aynı boyutta olmalı.',
      'Adds cell by cell. Both matrices must have the same size.',
    ),
    formula: 'c_ij = a_ij + b_ij',
    inputs: { matrixA, matrixB },
    results,
    calculate: ({ matrixA: a, matrixB: b }) => {
      if (!isSameSize(a, b)) throw refuse('math-same-size');
      const result = a.map((row, i) => row.map((cell, j) => new Fine(cell).plus(b[i]![j]!)));
      return {
        values: { result },
        steps: firstCell([stepText(a[0]![0]!), stepText(b[0]![0]!)], result),
      };
    },
  }),
  operation({
    name: 'matrix_multiply',
    title: both('Matris çarpma', 'Matrix multiplication'),
    about: both(
      'A matrisinin sütun sayısı B matrisinin satır sayısına eşit olmalı.',
      'The columns of A must equal the rows of B.',
    ),
    formula: 'c_ij = Σ_k a_ik · b_kj',
    inputs: { matrixX: matrixA, matrixY: matrixB },
    results,
    calculate: ({ matrixX: a, matrixY: b }) => {
      if (a[0]!.length !== b.length) throw refuse('math-inner-size');
      const [left, right] = [wholeOf(a), wholeOf(b)];
      const result = left.rows.map(row =>
        right.rows[0]!.map((_, j) =>
          asDecimal(
            sum(row.map((cell, k) => cell * right.rows[k]![j]!)),
            -left.scale - right.scale,
          ),
        ),
      );
      const terms = a[0]!.map((cell, k) => `${stepText(cell)} · ${stepText(b[k]![0]!)}`);
      return { values: { result }, steps: firstCell(terms, result) };
    },
  }),
  operation({
    name: 'matrix_determinant',
    title: both('Determinant', 'Determinant'),
    about: both(
      '2x2 veya 3x3 kare matris içindir. Determinantı sıfır olan matris tekildir, tersi yoktur.',
      'For square matrices, 2x2 or 3x3. A matrix whose determinant is zero is singular: it has no inverse.',
    ),
    formula: '|A| = Σ_j (−1)^(1 + j) · a_1j · |M_1j|',
    inputs: { matrix: matrix(both('Matris', 'Matrix'), A) },
    results: { determinant: { label: both('Determinant', 'Determinant') } },
    calculate: ({ matrix: rows }) => {
      if (rows.length !== rows[0]!.length || rows.length < 2 || rows.length > 3)
        throw refuse('math-square');
      const whole = wholeOf(rows);
      const determinant = determinantOf(whole);
      const [first, ...others] = rows[0]!.map((cell, column) => {
        const minor = determinantOf({ ...whole, rows: minorOf(whole.rows, column) });
        return `${stepText(cell)} · ${stepText(minor)}`;
      });
      const rest = others.map((term, index) => `${index % 2 === 0 ? '−' : '+'} ${term}`);
      return {
        values: { determinant },
        steps: [`|A| = ${[first, ...rest].join(' ')} = ${stepText(determinant)}`],
      };
    },
  }),
];
