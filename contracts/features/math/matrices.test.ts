import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { D, MAX_EXPONENT, readDecimal } from './decimal.ts';
import { matrices } from './matrices.ts';

/** A cell as a model holds it: whole multiples of the smallest number, 10^−100. */
type Cell = { readonly text: string; readonly units: bigint };
type Cells = readonly (readonly Cell[])[];

/** Numbers of all magnitudes; few of them, so that they often cancel. */
const cell: fc.Arbitrary<Cell> = fc
  .record({
    digits: fc.oneof(
      fc.integer({ min: -2, max: 2 }).map(BigInt),
      fc.bigInt(-(10n ** 60n), 10n ** 60n),
    ),
    exponent: fc.oneof(fc.constantFrom(-100, 0, 39), fc.integer({ min: -100, max: 39 })),
  })
  .map(({ digits, exponent }) => ({
    text: `${digits}e${exponent}`,
    units: digits * 10n ** BigInt(MAX_EXPONENT + exponent),
  }));
const cells = (rows: number, columns: number): fc.Arbitrary<Cells> => {
  const row = fc.array(cell, { minLength: columns, maxLength: columns });
  return fc.array(row, { minLength: rows, maxLength: rows });
};
const size = fc.integer({ min: 1, max: 4 });

const calculate = (name: string, inputs: Readonly<Record<string, Cells>>, result: string) => {
  const { calculate: run } = matrices.find(operation => operation.name === name)!;
  const read = Object.entries(inputs).map(([input, rows]) => [
    input,
    rows.map(row => row.map(({ text }) => readDecimal(text))),
  ]);
  return run(Object.fromEntries(read) as never).values[result];
};

/** Returns a number of the model, of as many factors. */
const modelled = (units: bigint, factors: number): D =>
  new D(`${units}e${-MAX_EXPONENT * factors}`);

/** Sums over all orders of the columns (Leibniz), unlike the code. */
const determinant = (rows: Cells, columns = rows.map((_, column) => column)): bigint =>
  columns.reduce((total, column, index) => {
    const others = columns.filter(other => other !== column);
    const sign = index % 2 === 0 ? 1n : -1n;
    const row = rows[rows.length - columns.length]!;
    return total + sign * row[column]!.units * (others.length ? determinant(rows, others) : 1n);
  }, 0n);

describe('matrices of mixed magnitudes', () => {
  it('have the sum and the product of whole numbers', () => {
    const sized = fc.tuple(size, size, size);
    const pair = sized.chain(([n, m, k]) => fc.tuple(cells(n, m), cells(m, k), cells(n, m)));
    fc.assert(
      fc.property(pair, ([a, b, c]) => {
        const product = a.map(row =>
          b[0]!.map((_, j) =>
            modelled(
              row.reduce((sum, { units }, k) => sum + units * b[k]![j]!.units, 0n),
              2,
            ),
          ),
        );
        expect(calculate('matrix_multiply', { matrixX: a, matrixY: b }, 'result')).toEqual(product);
        const sum = a.map((row, i) =>
          row.map(({ units }, j) => modelled(units + c[i]![j]!.units, 1).toFixed()),
        );
        const added = calculate('matrix_add', { matrixA: a, matrixB: c }, 'result') as D[][];
        expect(added.map(row => row.map(one => one.toFixed()))).toEqual(sum);
      }),
    );
  });

  it('have the determinant of whole numbers', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2, 3).chain(n => cells(n, n)),
        matrix => {
          expect(calculate('matrix_determinant', { matrix }, 'determinant')).toEqual(
            modelled(determinant(matrix), matrix.length),
          );
        },
      ),
    );
  });
});
