import type { Language } from '@hzm/contracts/core/language';
import * as api from '@hzm/contracts/features/math/api';
import { basic } from '@hzm/contracts/features/math/basic';
import { calculations } from '@hzm/contracts/features/math/catalogue';
import {
  EXACT_DIGITS,
  preciseText,
  RESULT_DIGITS,
  type D,
} from '@hzm/contracts/features/math/decimal';
import { refuse, type Operation, type Outcome } from '@hzm/contracts/features/math/operation';
import { aboutUnits, convert, type UnitType } from '@hzm/contracts/features/math/units';
import { handle } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';

type Value = Outcome['values'][string];
type Mapped<To> = To | readonly To[] | readonly (readonly To[])[];

const mapValue = <To>(value: Value, to: (number: D) => To): Mapped<To> =>
  Array.isArray(value)
    ? (value as readonly Value[]).map(one => mapValue(one, to) as never)
    : to(value as D);

/** @throws Problem if no double holds the number */
function figureOf(number: D, path?: string): number {
  const figure = number.toNumber();
  if (!Number.isFinite(figure)) throw refuse('math-overflow', {}, path);
  return figure;
}

const mapValues = <To>(values: Outcome['values'], to: (number: D) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mapValue(value, to)]));

const operations: ReadonlyMap<string, Operation> = new Map(
  [...basic, ...Object.values(calculations).flat()].map(operation => [operation.name, operation]),
);

interface Calculated {
  readonly operation: Operation;
  readonly figures: Readonly<Record<string, Mapped<number>>>;
  readonly precise: Readonly<Record<string, Mapped<string>>>;
  readonly steps: string[];
}

/**
 * Calculates in a slice, because a power of 260 digits takes milliseconds, and needs no credentials.
 * @param path of the inputs in the body
 * @throws Problem VALIDATION_ERROR
 */
async function calculate(
  name: string,
  inputs: object,
  digits = RESULT_DIGITS,
  path?: string,
): Promise<Calculated> {
  await slice();
  const operation = operations.get(name)!;
  const { values, steps } = operation.calculate(inputs as never);
  return {
    operation,
    figures: mapValues(values, number => figureOf(number, path)),
    precise: mapValues(values, number => preciseText(number, digits)),
    steps: [...steps],
  };
}

const explain = (
  { operation: { name, about, formula }, steps }: Calculated,
  language: Language,
) => ({
  operation: name,
  description: about[language],
  formula,
  steps,
});

/** Returns the units of the results that have one. */
function unitsOf({ results }: Operation, language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(results).flatMap(([name, { unit }]) => (unit ? [[name, unit[language]]] : [])),
  );
}

/** Presents results by name beside formula, calculation and units. */
function presentNamed(calculated: Calculated, language: Language) {
  const { operation, figures, precise, steps } = calculated;
  const units = unitsOf(operation, language);
  return {
    ...explain(calculated, language),
    result: {
      ...(figures as Readonly<Record<string, number>>),
      formula: operation.formula,
      calculation: steps.join('; '),
      ...(Object.keys(units).length > 0 && { units }),
    },
    precise: precise as Record<string, string>,
  };
}

function presentMatrix(calculated: Calculated, language: Language) {
  const { operation, figures, precise } = calculated;
  const { determinant, result } = figures;
  return {
    ...explain(calculated, language),
    precise: precise as Record<string, string[][]>,
    result:
      result === undefined
        ? { determinant: determinant as number, isSingular: precise['determinant'] === '0' }
        : {
            operation: operation.name,
            dimensions: sizeOf(result as number[][]),
            result: result as number[][],
          },
  };
}

const sizeOf = (matrix: readonly (readonly number[])[]) => ({
  rows: matrix.length,
  columns: matrix[0]!.length,
});

interface Conversion {
  readonly value: D;
  readonly fromUnit: string;
  readonly toUnit: string;
  readonly type: UnitType;
}

function presentConversion({ value, fromUnit, toUnit, type }: Conversion, language: Language) {
  const { converted, calculation } = convert(value, fromUnit, toUnit, type);
  return {
    operation: 'unit_conversion',
    description: aboutUnits[language],
    formula: `${fromUnit} → ${toUnit}`,
    steps: [calculation],
    result: {
      convertedValue: figureOf(converted),
      originalValue: figureOf(value),
      calculation,
    },
    precise: { convertedValue: preciseText(converted) },
  };
}

export const handlers = [
  handle(api.calculateBasic, async (_, { body: { operation, ...inputs } }) => {
    const { figures, precise, steps, ...calculated } = await calculate(
      operation,
      inputs,
      EXACT_DIGITS,
      '',
    );
    return {
      data: {
        result: figures['result'] as number,
        precise: precise['result'] as string,
        formula: calculated.operation.formula,
        calculation: steps[0]!,
      },
    };
  }),

  handle(api.calculateScience, async ({ language }, { body: { operation, data } }) => {
    if (operation === 'unit_conversion')
      return { data: presentConversion(data as unknown as Conversion, language) };
    const calculated = await calculate(operation, data);
    return {
      data: calculations.matrix.includes(calculated.operation)
        ? presentMatrix(calculated, language)
        : presentNamed(calculated, language),
    };
  }),

  handle(api.calculateStatistics, async ({ language }, { body: { operation, ...inputs } }) => {
    const calculated = await calculate(operation, inputs);
    const { figures, precise } = calculated;
    return {
      data: {
        ...explain(calculated, language),
        result: (figures['result'] ?? figures) as number,
        precise: (precise['result'] ?? precise) as string,
      },
    };
  }),

  handle(api.calculateFinance, async ({ language }, { body: { operation, data } }) => ({
    data: presentNamed(await calculate(operation, data), language),
  })),
];
