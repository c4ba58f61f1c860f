import * as z from 'zod';
import { Problem, type Bilingual } from '../../core/problem.ts';
import { D, MAX_EXPONENT, MAX_NUMBER_LENGTH, readDecimal } from './decimal.ts';
import { Sample } from './sample.ts';

/** Pairs a Turkish and an English text. */
export const both = (tr: string, en: string): Bilingual => ({ tr, en });

/** Maximum values of a list. */
export const MAX_VALUES = 5_000;
/** Maximum rows and columns of a matrix. */
export const MAX_MATRIX_SIZE = 10;

interface InputOf<Kind extends string, Value> {
  readonly kind: Kind;
  readonly label: Bilingual;
  readonly unit: Bilingual | undefined;
  /** The value that screens start with and docs show, as written in JSON. */
  readonly example: unknown;
  readonly schema: z.ZodType<Value>;
}
export type NumberInput = InputOf<'number', D>;
export type ListInput = InputOf<'list', Sample>;
export type MatrixInput = InputOf<'matrix', readonly (readonly D[])[]>;
export type Input = NumberInput | ListInput | MatrixInput;
export type Inputs = Readonly<Record<string, Input>>;
type ValuesOf<I extends Inputs> = { readonly [K in keyof I]: z.output<I[K]['schema']> };

/** A named result with its unit. */
export interface Result {
  readonly label: Bilingual;
  readonly unit?: Bilingual;
}
type Value = D | readonly D[] | readonly (readonly D[])[];
export interface Outcome<Names extends string = string> {
  readonly values: Readonly<Record<Names, Value>>;
  /** The calculation, line by line, in the notation of formulas. */
  readonly steps: readonly string[];
}

/**
 * One calculation: routes, validation, OpenAPI, screens, docs and tests follow from it. A formula
 * is written as text: `·` multiplies, `/` divides, `^` raises, `_` sets an index, `√` takes a root.
 */
export interface Operation {
  readonly name: string;
  readonly title: Bilingual;
  readonly about: Bilingual;
  readonly formula: string;
  readonly inputs: Inputs;
  readonly results: Readonly<Record<string, Result>>;
  /** @throws Problem VALIDATION_ERROR */
  readonly calculate: (inputs: never) => Outcome;
}

/** Defines an operation; its results are exactly the values that it calculates. */
export const operation = <I extends Inputs, R extends Readonly<Record<string, Result>>>(
  definition: Omit<Operation, 'inputs' | 'results' | 'calculate'> & {
    readonly inputs: I;
    readonly results: R;
    readonly calculate: (inputs: ValuesOf<I>) => Outcome<keyof R & string>;
  },
): Operation => definition;

/** A refusal of a calculation. @param path of the input that stands in the way */
export const refuse = (
  key: string,
  values: Readonly<Record<string, string | number | Bilingual>> = {},
  path = 'data',
): Problem => new Problem('VALIDATION_ERROR', { details: [{ path, message: { key, values } }] });

type Rule = 'any' | 'positive' | 'not-negative' | 'percentage' | 'rate';
interface NumberDefinition {
  readonly label: Bilingual;
  readonly unit?: Bilingual;
  readonly example: string;
  readonly rule?: Rule;
  /** Requires a whole number from 1 to this. */
  readonly count?: number;
  /** The text for a value that is no number. */
  readonly otherwise?: string;
}

const breaks: Readonly<Record<Rule, (number: D) => boolean>> = {
  any: () => false,
  positive: number => number.lte(0),
  'not-negative': number => number.lt(0),
  // A rate of −100 % loses everything, and what lies below has no meaning.
  rate: number => number.lte(-1),
  percentage: number => number.lt(0) || number.gt(100),
};

/** Returns the key of the text that refuses a number. */
function issueOf(number: D, { rule = 'any', count }: NumberDefinition): string | undefined {
  if (count !== undefined && !(number.isInteger() && number.gte(1) && number.lte(count)))
    return 'math-count';
  return breaks[rule](number) ? `math-${rule}` : undefined;
}

const numberMeta = { type: ['number', 'string'], maxLength: MAX_NUMBER_LENGTH } as const;

/**
 * An input of one number, sent as a JSON number or as a decimal text; an empty text counts as 0.
 */
export function number(definition: NumberDefinition): NumberInput {
  const { label, unit, example, count, otherwise = 'math-number' } = definition;
  const description = label.en + (unit ? ` (${unit.en})` : '');
  const schema = z.pipe(
    z.custom<unknown>().meta({ ...numberMeta, description, examples: [example] }),
    z.transform((value: unknown, context): D => {
      const read = typeof value === 'string' && value.trim() === '' ? new D(0) : readDecimal(value);
      const key =
        read === 'not-a-number'
          ? otherwise
          : read === 'out-of-range'
            ? 'math-range'
            : issueOf(read, definition);
      if (key === undefined) return read as D;
      const params = { label, max: count ?? MAX_EXPONENT, length: MAX_NUMBER_LENGTH };
      context.issues.push({ code: 'custom', message: key, params, input: value });
      return z.NEVER;
    }),
  );
  return { kind: 'number', label, unit, example, schema };
}

interface ListDefinition {
  readonly label: Bilingual;
  readonly example: readonly number[];
  readonly min?: number;
  readonly max?: number;
  /** Whether all values must be above zero. */
  readonly isPositive?: boolean;
}

const numbersMeta = (max: number) =>
  ({ type: 'array', items: numberMeta, minItems: 1, maxItems: max }) as const;

/** Keys of the texts that refuse a list. */
const listIssues = {
  'not-a-number': 'math-values',
  'out-of-range': 'math-range',
  'too-many-digits': 'math-many-digits',
} as const;

/** Returns the sample, or the key of the text that refuses it. */
function readList(value: unknown, min: number, max: number, isPositive: boolean): Sample | string {
  if (!Array.isArray(value) || value.length === 0) return 'math-values';
  if (value.length > max) return 'math-many-values';
  const sample = Sample.read(value);
  if (typeof sample === 'string') return listIssues[sample];
  if (sample.count < min) return 'math-few-values';
  return isPositive && sample.at(0).lte(0) ? 'math-values-positive' : sample;
}

/** An input of several numbers; its length is checked before any of them is read. */
export function numbers(definition: ListDefinition): ListInput {
  const { label, example, min = 1, max = MAX_VALUES, isPositive = false } = definition;
  const schema = z.pipe(
    z.custom<unknown>().meta({ ...numbersMeta(max), description: label.en, examples: [example] }),
    z.transform((value: unknown, context): Sample => {
      const sample = readList(value, min, max, isPositive);
      if (typeof sample === 'object') return sample;
      const params = { label, min, max, length: MAX_NUMBER_LENGTH };
      context.issues.push({ code: 'custom', message: sample, params, input: value });
      return z.NEVER;
    }),
  );
  return { kind: 'list', label, unit: undefined, example, schema };
}

const isMatrix = (value: unknown): value is readonly (readonly unknown[])[] =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= MAX_MATRIX_SIZE &&
  value.every(
    row =>
      Array.isArray(row) &&
      row.length >= 1 &&
      row.length <= MAX_MATRIX_SIZE &&
      row.length === (value[0] as unknown[]).length,
  );

/** An input of a matrix: rows of equal length. */
export function matrix(label: Bilingual, example: readonly (readonly number[])[]): MatrixInput {
  const schema = z.pipe(
    z.custom<unknown>().meta({
      type: 'array',
      items: numbersMeta(MAX_MATRIX_SIZE),
      minItems: 1,
      maxItems: MAX_MATRIX_SIZE,
      description: label.en,
      examples: [example],
    }),
    z.transform((value: unknown, context): readonly (readonly D[])[] => {
      const read = isMatrix(value) ? value.map(row => row.map(readDecimal)) : [['not-a-number']];
      if (!read.flat().some(cell => typeof cell === 'string')) return read as D[][];
      const params = { label, max: MAX_MATRIX_SIZE };
      context.issues.push({ code: 'custom', message: 'math-matrix', params, input: value });
      return z.NEVER;
    }),
  );
  return { kind: 'matrix', label, unit: undefined, example, schema };
}
