import * as z from 'zod';
import { query } from '../../core/call.ts';
import { basic } from './basic.ts';
import { finance } from './finance.ts';
import { matrices } from './matrices.ts';
import { both, MAX_MATRIX_SIZE, MAX_VALUES, number, type Operation } from './operation.ts';
import { science } from './science.ts';
import { statistics } from './statistics.ts';
import { units, unitTypes } from './units.ts';

/** A request as callers send it and as the calculation takes it. */
type Asked<Shape> = z.ZodType<Shape & { operation: string }, Shape & { operation: string }>;
type Data = Readonly<Record<string, unknown>>;

const schemasOf = ({ inputs }: Operation) =>
  Object.fromEntries(Object.entries(inputs).map(([name, { schema }]) => [name, schema]));

const describedBy = ({ name, about }: Operation) => z.literal(name).describe(about.en);

const oneOf = <Shape>(options: readonly z.ZodObject[]): Asked<Shape> =>
  z.discriminatedUnion('operation', options as [z.ZodObject, ...z.ZodObject[]], {
    error: 'math-unsupported',
  }) as never;

/** Inputs beside the operation. */
const flat = (operations: readonly Operation[]): readonly z.ZodObject[] =>
  operations.map(operation =>
    z.strictObject({ operation: describedBy(operation), ...schemasOf(operation) }),
  );

/** Inputs under `data`. */
const nested = (operations: readonly Operation[]): readonly z.ZodObject[] =>
  operations.map(operation =>
    z.strictObject({
      operation: describedBy(operation),
      data: z.strictObject(schemasOf(operation)),
    }),
  );

const unitNames = Object.values(units).flatMap(list => list.map(({ name }) => name));
const Unit = z.enum(unitNames as [string, ...string[]], { error: 'math-unsupported' });
const unitConversion = z.strictObject({
  operation: z.literal('unit_conversion'),
  data: z.strictObject({
    value: number({ label: both('Değer', 'Value'), example: '100', otherwise: 'math-value' })
      .schema,
    fromUnit: Unit,
    toUnit: Unit,
    type: z.enum(unitTypes, { error: 'math-unsupported' }),
  }),
});

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Refuses a request without both numbers as one issue. */
const withBoth = <Shape>(schema: Asked<Shape>): Asked<Shape> =>
  z.pipe(
    z.transform((body: unknown, context) => {
      const { num1, num2 } = body as Data;
      const missing = isMissing(num1) ? 'num1' : isMissing(num2) ? 'num2' : undefined;
      if (missing === undefined) return body;
      context.issues.push({
        code: 'custom',
        message: 'math-both-numbers',
        path: [missing],
        input: body,
      });
      return z.NEVER;
    }),
    schema,
  ) as never;

const Text = z.string();
/** A number as decimal text with up to 34 significant digits. */
const Precise = z.union([Text, z.array(Text), z.array(z.array(Text))]);
const Figure = z.union([z.number(), z.array(z.number()), z.array(z.array(z.number()))]);
const explained = {
  operation: Text,
  /** The operation in a sentence. */
  description: Text,
  formula: Text,
  steps: z.array(Text),
};

const Named = z.object({
  ...explained,
  /** Values by name, one of which may be called `units`; else those are the units of the others. */
  result: z
    .object({
      formula: Text,
      calculation: Text,
      units: z.union([z.record(Text, Text), z.number()]).optional(),
    })
    .catchall(z.union([z.number(), Text, z.record(Text, Text)])),
  precise: z.record(Text, Precise),
});

const limits = `Numbers are JSON numbers, or decimal texts of at most 100 characters, below 10^100 in magnitude, with at most 100 decimals. Results carry a double, and under \`precise\` a text with up to 34 digits. Needs no credentials.`;

export const calculateBasic = query({
  name: 'calculate-basic',
  call: 'POST /math/basic',
  access: 'public',
  body: withBoth(oneOf<Data>(flat(basic))),
  answer: z.object({ result: z.number(), precise: Text, formula: Text, calculation: Text }),
  isFlat: true,
  summary: 'Calculate with two numbers',
  description: limits,
});

export const calculateScience = query({
  name: 'calculate-science',
  call: 'POST /math/science',
  access: 'public',
  body: oneOf<{ data: Data }>([...nested([...matrices, ...science]), unitConversion]),
  answer: z.union([
    Named,
    z.object({
      ...explained,
      result: z.union([
        z.object({ determinant: z.number(), isSingular: z.boolean() }),
        z.object({
          operation: Text,
          dimensions: z.object({ rows: z.int(), columns: z.int() }),
          result: z.array(z.array(z.number())),
        }),
        z.object({ convertedValue: z.number(), originalValue: z.number(), calculation: Text }),
      ]),
      precise: z.record(Text, Precise),
    }),
  ]),
  summary: 'Calculate with matrices, formulas of chemistry and physics, or units',
  description: `Matrices have at most ${MAX_MATRIX_SIZE} rows and columns. ${limits}`,
});

export const calculateStatistics = query({
  name: 'calculate-statistics',
  call: 'POST /math/statistics',
  access: 'public',
  // Values of a table's field may be many: a signed-in caller sends up to 1 MiB.
  holdsRows: true,
  body: oneOf<Data>(flat(statistics)),
  answer: z.object({
    ...explained,
    result: z.union([Figure, z.record(Text, z.number())]),
    precise: z.union([Precise, z.record(Text, Precise)]),
  }),
  summary: 'Calculate a statistic of a list of numbers',
  description: `At most ${MAX_VALUES} values. Sums are exact. ${limits}`,
});

export const calculateFinance = query({
  name: 'calculate-finance',
  call: 'POST /math/finance',
  access: 'public',
  body: oneOf<{ data: Data }>(nested(finance)),
  answer: Named,
  summary: 'Calculate interest, loans and investments',
  description: `Rates are fractions: 0.05 is 5%. ${limits}`,
});
