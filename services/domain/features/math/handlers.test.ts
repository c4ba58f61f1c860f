import type { Language } from '@hzm/contracts/core/language';
import { Problem } from '@hzm/contracts/core/problem';
import { basic } from '@hzm/contracts/features/math/basic';
import { calculations, OPERATION_COUNT } from '@hzm/contracts/features/math/catalogue';
import { D, Fine, preciseText } from '@hzm/contracts/features/math/decimal';
import { MAX_VALUES } from '@hzm/contracts/features/math/operation';
import { units } from '@hzm/contracts/features/math/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handlers } from './handlers.ts';

type Path = 'basic' | 'science' | 'statistics' | 'finance';
type Body = { readonly operation: string; readonly [name: string]: unknown };

const keyOf = (issue: { readonly message: string } | undefined): string => issue!.message;

/** Answers a request as the API does; of a refusal, the key of its text. */
async function ask(path: Path, body: Body, language: Language = 'tr') {
  const { call, run } = handlers.find(handler => handler.call.path === `/math/${path}`)!;
  const parsed = call.body.safeParse(body);
  if (!parsed.success) return { refused: keyOf(parsed.error.issues[0]) };
  try {
    const { data } = await run({ language } as never, { body: parsed.data } as never);
    // oxlint-disable-next-line typescript/no-explicit-any -- the test judges whatever is answered
    return data as any;
  } catch (error) {
    if (error instanceof Problem)
      return { refused: error.details![0]!.message.key, at: error.details![0]!.path };
    throw error;
  }
}

const science = (operation: string, data: object) => ask('science', { operation, data });
const finance = (operation: string, data: object) => ask('finance', { operation, data });
const statistic = (operation: string, data: readonly unknown[], more: object = {}) =>
  ask('statistics', { operation, data, ...more });
const two = (operation: string, num1: unknown, num2: unknown) =>
  ask('basic', { operation, num1, num2 });
const unit = (value: unknown, fromUnit: string, toUnit: string, type: string) =>
  science('unit_conversion', { value, fromUnit, toUnit, type });

/** Values to the number of digits that the reference gives. */
const near = (value: number, digits = 6): unknown => expect.closeTo(value, digits);

const oneTo = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i + 1);

/** One case for each operation, from where the reader can look it up. */
const references: Readonly<
  Record<string, readonly [source: string, () => Promise<unknown>, unknown]>
> = {
  matrix_add: [
    'Strang, Introduction to Linear Algebra, 2.4: cell by cell',
    async () =>
      (
        await science('matrix_add', {
          matrixA: [
            [1, 2],
            [3, 4],
          ],
          matrixB: [
            [5, 6],
            [7, 8],
          ],
        })
      ).result,
    {
      operation: 'matrix_add',
      dimensions: { rows: 2, columns: 2 },
      result: [
        [6, 8],
        [10, 12],
      ],
    },
  ],
  matrix_multiply: [
    'Strang, Introduction to Linear Algebra, 2.4: rows times columns',
    async () =>
      (
        await science('matrix_multiply', {
          matrixX: [
            [1, 2],
            [3, 4],
          ],
          matrixY: [
            [5, 6],
            [7, 8],
          ],
        })
      ).result.result,
    [
      [19, 22],
      [43, 50],
    ],
  ],
  matrix_determinant: [
    'Strang, Introduction to Linear Algebra, 5.1: the second-difference matrix has determinant 4',
    async () =>
      (
        await science('matrix_determinant', {
          matrix: [
            [2, -1, 0],
            [-1, 2, -1],
            [0, -1, 2],
          ],
        })
      ).result,
    { determinant: 4, isSingular: false },
  ],
  mean: [
    'NIST/SEMATECH e-Handbook 1.3.5.1; the certified sets are in contracts',
    async () => (await statistic('mean', [10, 20, 30, 40, 50])).result,
    30,
  ],
  median: ['e-Handbook 1.3.5.1', async () => (await statistic('median', [3, 1, 4, 2])).result, 2.5],
  mode: [
    'e-Handbook 1.3.5.1',
    async () => (await statistic('mode', [1, 2, 2, 3, 3])).result,
    [2, 3],
  ],
  stddev: [
    'Python documentation, statistics.pstdev',
    async () => (await statistic('stddev', [1.5, 2.5, 2.5, 2.75, 3.25, 4.75])).result,
    0.986893273527251,
  ],
  variance: [
    'Python documentation, statistics.pvariance',
    async () => (await statistic('variance', [0, 0.25, 0.25, 1.25, 1.5, 1.75, 2.75, 3.25])).result,
    1.25,
  ],
  sample_stddev: [
    'Python documentation, statistics.stdev',
    async () => (await statistic('sample_stddev', [1.5, 2.5, 2.5, 2.75, 3.25, 4.75])).result,
    1.0810874155219827,
  ],
  sample_variance: [
    'Python documentation, statistics.variance',
    async () =>
      (await statistic('sample_variance', [2.75, 1.75, 1.25, 0.25, 0.5, 1.25, 3.5])).result,
    1.3720238095238095,
  ],
  quartiles: [
    'Hyndman and Fan (1996), type 7; R: quantile(1:10)',
    async () => (await statistic('quartiles', oneTo(10))).result,
    { q1: 3.25, q2: 5.5, q3: 7.75 },
  ],
  iqr: ['R: IQR(1:10)', async () => (await statistic('iqr', oneTo(10))).result, 4.5],
  percentile: [
    'R: quantile(1:10, 0.9)',
    async () => (await statistic('percentile', oneTo(10), { percentile: 90 })).result,
    9.1,
  ],
  range: ['e-Handbook 1.3.5.6', async () => (await statistic('range', [7, -3, 4])).result, 10],
  min: ['order of the numbers', async () => (await statistic('min', [7, -3, 4])).result, -3],
  max: ['order of the numbers', async () => (await statistic('max', [7, -3, 4])).result, 7],
  sum: [
    'Python documentation, math.fsum: ten times 0.1',
    async () =>
      (
        await statistic(
          'sum',
          Array.from({ length: 10 }, () => 0.1),
        )
      ).result,
    1,
  ],
  count: ['the length of the list', async () => (await statistic('count', oneTo(7))).result, 7],
  geometric_mean: [
    'SciPy documentation, scipy.stats.gmean',
    async () => (await statistic('geometric_mean', oneTo(7))).result,
    near(3.3800151591412964, 14),
  ],
  harmonic_mean: [
    'SciPy documentation, scipy.stats.hmean',
    async () => (await statistic('harmonic_mean', oneTo(7))).result,
    near(2.6997245179063363, 14),
  ],
  skewness: [
    'SciPy documentation, scipy.stats.skew',
    async () => (await statistic('skewness', [2, 8, 0, 4, 1, 9, 9, 0])).result,
    near(0.2650554122698573, 14),
  ],
  kurtosis: [
    'The discrete uniform distribution of n values: −6/5 · (n² + 1)/(n² − 1)',
    async () => (await statistic('kurtosis', oneTo(5))).result,
    -1.3,
  ],
  simple_interest: [
    'I = Prt with the defaults of the screen',
    async () =>
      (await finance('simple_interest', { principal: 10000, rate: 0.05, time: 2 })).precise,
    { interest: '1000', total: '11000' },
  ],
  compound_interest: [
    'Tables of compound interest: 1.005^12 = 1.0616778',
    async () =>
      (
        await finance('compound_interest', {
          principalComp: 1,
          rateComp: 0.06,
          timeComp: 1,
          compoundFreq: 12,
        })
      ).result.amount,
    near(1.0616778, 7),
  ],
  loan_payment: [
    'Microsoft documentation, PMT(8%/12, 10, 10000)',
    async () =>
      (await finance('loan_payment', { loanAmount: 10000, loanRate: 0.08, loanTerms: 10 })).result
        .payment,
    near(1037.03, 2),
  ],
  roi: [
    '(15000 / 10000)^(1/3) − 1',
    async () =>
      (await finance('roi', { initialInvestment: 10000, finalValue: 15000, timeInvested: 3 }))
        .result,
    expect.objectContaining({ roi: 50, annualizedRoi: near(14.4714242553, 8), profit: 5000 }),
  ],
  present_value: [
    'Tables of present value: 10 periods at 5 % are 0.6139',
    async () =>
      (await finance('present_value', { futureValue: 1, rate: 0.05, periods: 10 })).result
        .presentValue,
    near(0.6139, 4),
  ],
  future_value: [
    'Tables of future value: 10 periods at 5 % are 1.6289',
    async () =>
      (await finance('future_value', { presentValue: 1, rate: 0.05, periods: 10 })).result
        .futureValue,
    near(1.6289, 4),
  ],
  npv: [
    'Microsoft documentation, NPV with an initial cost: 1,922.06',
    async () =>
      (
        await finance('npv', {
          initialInvestment: 40000,
          rate: 0.08,
          cashFlows: [8000, 9200, 10000, 12000, 14500],
        })
      ).result.npv,
    near(1922.06, 2),
  ],
  irr: [
    'Microsoft documentation, IRR after five years: 8.7 %',
    async () =>
      (
        await finance('irr', {
          initialInvestment: 70000,
          cashFlows: [12000, 15000, 18000, 21000, 26000],
        })
      ).result.irr,
    near(8.66, 2),
  ],
  break_even: [
    'Q = F / (p − v)',
    async () =>
      (await finance('break_even', { fixedCosts: 5000, pricePerUnit: 25, variableCostPerUnit: 15 }))
        .precise,
    { units: '500', revenue: '12500', margin: '10' },
  ],
  chemistry_ph: [
    'IUPAC: pH 3 at 10⁻³ mol/L',
    async () => (await science('chemistry_ph', { hConcentration: 0.001 })).precise,
    { ph: '3', poh: '11' },
  ],
  chemistry_molarity: [
    'IUPAC: amount concentration',
    async () => (await science('chemistry_molarity', { moles: 2, volumeLiters: 0.5 })).precise,
    { molarity: '4' },
  ],
  chemistry_ideal_gas: [
    'CODATA 2018: molar volume of an ideal gas at 273.15 K and 101.325 kPa, 22.41396954 L/mol',
    async () =>
      (
        await science('chemistry_ideal_gas', {
          pressure: 1,
          volume: 22.41396954,
          temperature: 273.15,
        })
      ).result.moles,
    near(1, 4),
  ],
  physics_force: [
    'CODATA: standard acceleration of gravity, 9.80665 m/s²',
    async () => (await science('physics_force', { mass: 10, acceleration: 9.80665 })).precise,
    { force: '98.0665' },
  ],
  physics_energy: [
    'E = mv² / 2',
    async () => (await science('physics_energy', { mass_energy: 10, velocity: 5 })).precise,
    { energy: '125' },
  ],
  physics_wave: [
    'CODATA: speed of light, 299792458 m/s; SI: the hyperfine frequency of caesium, 9192631770 Hz',
    async () =>
      (
        await science('physics_wave', {
          frequency: 9192631770,
          wavelength: '0.032612255717494123867',
        })
      ).result.speed,
    near(299792458, 5),
  ],
  physics_momentum: [
    'p = mv',
    async () => (await science('physics_momentum', { mass: 10, velocity: 5 })).precise,
    { momentum: '50' },
  ],
  ...Object.fromEntries(
    (
      [
        ['C', '100', 'F', 'temperature', '212'],
        ['F', '-40', 'C', 'temperature', '-40'],
        ['K', '0', 'F', 'temperature', '-459.67'],
        ['m', '1', 'cm', 'length', '100'],
        ['cm', '2.54', 'in', 'length', '1'],
        ['mm', '25.4', 'in', 'length', '1'],
        ['km', '1.609344', 'mi', 'length', '1'],
        ['ft', '1', 'm', 'length', '0.3048'],
        ['in', '1', 'cm', 'length', '2.54'],
        ['mi', '1', 'ft', 'length', '5280'],
        ['kg', '0.45359237', 'lb', 'mass', '1'],
        ['g', '1', 'mg', 'mass', '1000'],
        ['mg', '1000000', 'kg', 'mass', '1'],
        ['lb', '1', 'oz', 'mass', '16'],
        ['oz', '1', 'g', 'mass', '28.349523125'],
      ] as const
    ).map(([from, value, to, type, expected]) => [
      from,
      [
        'NIST SP 811, appendix B',
        async () => (await unit(value, from, to, type)).precise.convertedValue,
        expected,
      ],
    ]),
  ),
};

describe('operations', () => {
  it('are 53, and each has a reference', () => {
    const names = [
      ...Object.values(calculations).flatMap(list => list.map(({ name }) => name)),
      ...Object.values(units).flatMap(list => list.map(({ name }) => name)),
    ];
    expect([names.length, OPERATION_COUNT]).toEqual([53, 53]);
    expect(names.toSorted()).toEqual(Object.keys(references).toSorted());
  });

  it.each(Object.entries(references))(
    '%s agrees with its reference',
    async (_, [, run, expected]) => {
      expect(await run()).toEqual(expected);
    },
  );

  it('are explained in both languages, with examples that they accept', async () => {
    const paths = { matrix: 'science', science: 'science', finance: 'finance' } as const;
    for (const [category, list] of Object.entries({ ...calculations, basic }))
      for (const { name, title, about, inputs, results } of list) {
        const examples = Object.fromEntries(
          Object.entries(inputs).map(([input, { example }]) => [input, example]),
        );
        const path = category in paths ? paths[category as 'matrix'] : (category as Path);
        const isNested = category in paths;
        const body = { operation: name, ...(isNested ? { data: examples } : examples) };
        expect([name, (await ask(path, body)).refused]).toEqual([name, undefined]);
        const texts = [title, about, ...Object.values(results).map(({ label }) => label)];
        expect(texts.every(({ tr, en }) => tr !== '' && en !== '')).toBe(true);
      }
    const [turkish, english] = await Promise.all(
      (['tr', 'en'] as const).map(language =>
        ask('statistics', { operation: 'mean', data: [1] }, language),
      ),
    );
    expect(turkish.description).not.toBe(english.description);
  });
});

describe('an amortisation table', () => {
  it('of 100,000 at 6 % over 30 years is that of the textbooks', async () => {
    const { result } = await finance('loan_payment', {
      loanAmount: 100000,
      loanRate: 0.06,
      loanTerms: 360,
    });
    expect(result.payment.toFixed(2)).toBe('599.55');
    const rows = [];
    for (let month = 1, balance = 100_000; month <= 360; month++) {
      const interest = balance * 0.005;
      balance -= result.payment - interest;
      rows.push([interest, result.payment - interest, balance].map(value => value.toFixed(2)));
    }
    expect(rows[0]).toEqual(['500.00', '99.55', '99900.45']);
    expect(rows[1]).toEqual(['499.50', '100.05', '99800.40']);
    expect(Math.abs(Number(rows[359]![2]))).toBe(0);
  });
});

describe('decimals', () => {
  it('are exact where doubles are not', async () => {
    expect(await two('add', 0.1, 0.2)).toMatchObject({ result: 0.3, precise: '0.3' });
    expect((await two('subtract', '1.1', '1')).precise).toBe('0.1');
    expect((await two('power', 2, 200)).precise).toBe(String(2n ** 200n));
    const long = '1234567890'.repeat(5);
    expect((await two('multiply', long, long)).precise).toBe(String(BigInt(long) ** 2n));
  });

  it('keep what is left where the terms of a sum cancel', async () => {
    const matrixX = [[1e99, 1, -1e99]];
    const product = await science('matrix_multiply', { matrixX, matrixY: [[1], [1], [1]] });
    expect(product.result.result).toEqual([[1]]);
    const zeros = '0'.repeat(39);
    const matrix = [
      [`1${zeros}1`, `1${zeros}0`],
      [`1${zeros}0`, '9'.repeat(40)],
    ];
    const { result, precise } = await science('matrix_determinant', { matrix });
    expect([result, precise]).toEqual([
      { determinant: -1, isSingular: false },
      { determinant: '-1' },
    ]);
  });

  const nearly = (whole: string, last = '1') => `${whole}${'0'.repeat(70)}${last}`;
  it.each<readonly [string, () => Promise<unknown>, unknown]>([
    [
      'an interest on nearly nothing',
      () =>
        finance('compound_interest', {
          principalComp: 1,
          rateComp: '1e-70',
          timeComp: 2.5,
          compoundFreq: 12,
        }),
      { amount: '1', interest: '2.5e-70' },
    ],
    [
      'an interest that takes all',
      () => finance('simple_interest', { principal: nearly('1'), rate: -0.5, time: 2 }),
      { interest: `-${nearly('1', '0')}`, total: '0' },
    ],
    [
      'a loan at nearly no rate',
      () => finance('loan_payment', { loanAmount: 1200, loanRate: '1e-70', loanTerms: 12 }),
      { payment: '100', totalPayment: '1200', totalInterest: '6.5e-68' },
    ],
    [
      'a loan without interest',
      () => finance('loan_payment', { loanAmount: 100, loanRate: 0, loanTerms: 7 }),
      expect.objectContaining({ totalPayment: '100', totalInterest: '0' }),
    ],
    [
      'a return on nearly nothing',
      () => finance('roi', { initialInvestment: 1, finalValue: nearly('1.'), timeInvested: 4 }),
      { roi: '1e-69', annualizedRoi: '2.5e-70', profit: '1e-71' },
    ],
    [
      'a discount of nearly nothing',
      () => finance('present_value', { futureValue: 1, rate: '1e-70', periods: 2 }),
      { presentValue: '1', discount: '2e-70' },
    ],
    [
      'growth of nearly nothing',
      () => finance('future_value', { presentValue: 1, rate: '1e-70', periods: 2 }),
      { futureValue: '1', interest: '2e-70' },
    ],
    [
      'flows that cancel',
      () => finance('npv', { initialInvestment: 1, rate: 0, cashFlows: [1e99, -1e99, 3] }),
      { npv: '2', presentValue: '3' },
    ],
    [
      'a basic solution',
      () => science('chemistry_ph', { hConcentration: `1.${nearly('')}e-14` }),
      expect.objectContaining({ poh: '4.342944819032518276511289189166051e-72' }),
    ],
    [
      'a small temperature',
      () => unit('1e-80', 'C', 'C', 'temperature'),
      { convertedValue: '1e-80' },
    ],
    ['the zero of Fahrenheit', () => unit(0, 'F', 'F', 'temperature'), { convertedValue: '0' }],
    [
      'a frost',
      () => unit(nearly('32.', '9'), 'F', 'C', 'temperature'),
      { convertedValue: '5e-71' },
    ],
    ['a median of opposites', () => statistic('median', ['-1e99', `1${'0'.repeat(98)}1`]), '0.5'],
    [
      'a percentile near zero',
      () => statistic('percentile', [-1, 0, 1], { percentile: nearly('50.') }),
      '2e-73',
    ],
    [
      'the kurtosis of a normal distribution',
      () => statistic('kurtosis', [-7, 0, 0, 0, 0, 7]),
      '0',
    ],
  ])('keep what is left of %s', async (_, calculated, precise) => {
    expect(await calculated()).toMatchObject({ precise });
  });

  it('of all magnitudes are what they were in their own unit, and add up without interest', async () => {
    const number = fc
      .tuple(fc.bigInt(1n, 10n ** 30n), fc.integer({ min: -100, max: 68 }))
      .map(([digits, exponent]) => ({ text: `${digits}e${exponent}`, digits, exponent }));
    const all = Object.entries(units).flatMap(([type, list]) =>
      list.map(({ name }) => ({ type, name })),
    );
    const shown = (digits: bigint, exponent: number) => preciseText(new D(`${digits}e${exponent}`));
    await fc.assert(
      fc.asyncProperty(
        fc.array(number, { minLength: 1, maxLength: 5 }),
        number,
        async (list, one) => {
          for (const { type, name } of all) {
            const { precise } = await unit(one.text, name, name, type);
            expect(precise.convertedValue).toBe(shown(one.digits, one.exponent));
          }
          // Each amount comes and goes, in this order.
          const cashFlows = [...list, one, ...list.toReversed()].map(({ text }, index) =>
            index > list.length ? `-${text}` : text,
          );
          const { precise } = await finance('npv', {
            initialInvestment: one.text,
            rate: 0,
            cashFlows,
          });
          expect(precise).toEqual({ npv: '0', presentValue: shown(one.digits, one.exponent) });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('show a kurtosis whose fourth powers no result holds', async () => {
    const { steps } = await statistic('kurtosis', [0, 0, 0, '1e-100']);
    expect(steps.at(-1)).toBe('g_2 = 2.33333333333 − 3 = −0.666666666667');
  });

  it('keep the sign of the dividend in a remainder', async () => {
    expect((await two('modulo', -7, 3)).result).toBe(-1);
  });
});

describe('refusals', () => {
  it.each([
    ['both numbers missing', ask('basic', { operation: 'add' }), 'math-both-numbers'],
    ['one number missing', two('add', 1, ''), 'math-both-numbers'],
    ['a text', two('add', 'x', 1), 'math-basic'],
    ['another operation', two('root', 1, 2), 'math-unsupported'],
    ['another matrix operation', science('matrix_inverse', {}), 'math-unsupported'],
    ['division by zero', two('divide', 1, 0), 'math-division-by-zero'],
    ['remainder by zero', two('modulo', 1, 0), 'math-division-by-zero'],
    ['zero to a negative power', two('power', 0, -1), 'math-division-by-zero'],
    ['the root of a negative number', two('power', -2, 0.5), 'math-not-real'],
    ['an overflow', two('power', 10, 999_999), 'math-overflow'],
    ['too large a number', two('add', '1e100', 1), 'math-range'],
    ['an empty list', statistic('mean', []), 'math-values'],
    ['a text in a list', statistic('mean', [1, 'x']), 'math-values'],
    ['no list', ask('statistics', { operation: 'mean', data: '1, 2' }), 'math-values'],
    ['a long list', statistic('mean', oneTo(MAX_VALUES + 1)), 'math-many-values'],
    ['a sample of one', statistic('sample_variance', [1]), 'math-few-values'],
    ['equal values', statistic('skewness', [1, 1]), 'math-all-equal'],
    ['a mean of ratios of zero', statistic('geometric_mean', [1, 0]), 'math-values-positive'],
    [
      'a percentage above 100',
      statistic('percentile', [1], { percentile: 101 }),
      'math-percentage',
    ],
    ['a missing field', finance('simple_interest', { principal: 1, rate: 1 }), 'math-number'],
    [
      'a text in a field',
      finance('simple_interest', { principal: 'x', rate: 1, time: 1 }),
      'math-number',
    ],
    [
      'a volume of zero',
      science('chemistry_molarity', { moles: 1, volumeLiters: 0 }),
      'math-positive',
    ],
    [
      'half a term',
      finance('loan_payment', { loanAmount: 1, loanRate: 0, loanTerms: 1.5 }),
      'math-count',
    ],
    [
      'a rate of −100 %',
      finance('future_value', { presentValue: 1, rate: -1, periods: 1 }),
      'math-rate',
    ],
    [
      'flows without return',
      finance('irr', { initialInvestment: 1, cashFlows: [0] }),
      'math-no-irr',
    ],
    [
      'a price below cost',
      finance('break_even', { fixedCosts: 1, pricePerUnit: 1, variableCostPerUnit: 1 }),
      'math-no-break-even',
    ],
    [
      'matrices of two sizes',
      science('matrix_add', { matrixA: [[1]], matrixB: [[1, 2]] }),
      'math-same-size',
    ],
    [
      'matrices that do not meet',
      science('matrix_multiply', { matrixX: [[1, 2]], matrixY: [[1, 2]] }),
      'math-inner-size',
    ],
    ['a wide matrix', science('matrix_determinant', { matrix: [[1, 2]] }), 'math-square'],
    ['a ragged matrix', science('matrix_determinant', { matrix: [[1, 2], [3]] }), 'math-matrix'],
    ['units of two types', unit(1, 'C', 'kg', 'temperature'), 'math-units'],
    ['a text with a unit', unit('x', 'C', 'F', 'temperature'), 'math-value'],
    ['a temperature below zero', unit(-300, 'C', 'K', 'temperature'), 'math-absolute-zero'],
  ])('%s', async (_, answer, key) => {
    expect((await answer).refused).toBe(key);
  });

  it('name the input that stands in the way', async () => {
    expect((await two('divide', 1, 0)).at).toBe('num2');
    expect((await two('power', -2, 0.5)).at).toBe('num2');
    expect((await two('power', 10, 999_999)).at).toBe('');
    expect((await statistic('skewness', [1, 1])).at).toBe('data');
  });

  it('do not include an empty field, which counts as 0, nor a singular matrix', async () => {
    expect(
      (await finance('simple_interest', { principal: '', rate: 0.05, time: 2 })).precise,
    ).toEqual({ interest: '0', total: '0' });
    expect(
      (
        await science('matrix_determinant', {
          matrix: [
            [1, 2],
            [2, 4],
          ],
        })
      ).result,
    ).toEqual({
      determinant: 0,
      isSingular: true,
    });
  });
});

describe('an internal rate of return', () => {
  it.each([
    ['is zero if the flows are the investment', 3, [1, 2], '0'],
    ['keeps its digits at the smallest rate', '1e99', ['1e99', '1e-100'], '1e-197'],
    [
      'keeps its digits near zero after three periods',
      100,
      [30, 30, `40.${'0'.repeat(39)}7`],
      `0.${'0'.repeat(39)}3333333333333333333333333333333333`,
    ],
    ['has no digits that are not certain where the curve is flat', 1, [3.3, -3.63, 1.331], '10'],
  ])('%s', async (_, initialInvestment, cashFlows, irr) => {
    expect((await finance('irr', { initialInvestment, cashFlows })).precise).toEqual({ irr });
  });
});

describe('the work of a calculation', () => {
  const longest = Array.from(
    { length: MAX_VALUES },
    (_, i) => `${(i * 7_919) % 99_991}.${'3'.repeat(20)}${i % 10}`,
  );
  const flows = Array.from({ length: 600 }, (_, i) => `${i % 7}.${'1234567890'.repeat(6)}`);
  const sumOfFlows = flows
    .slice(1)
    .reduce((sum, flow) => sum.plus(flow), new Fine(0))
    .toFixed();
  const digits = '1234567890'.repeat(9);
  const matrix = Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => `1.${digits}`));
  const mixed = matrix.map(row => row.map((_, j) => `-9.${digits}e${j % 2 ? 99 : -10}`));
  const worst: readonly (readonly [Path, Body])[] = [
    ...calculations.statistics.map(
      ({ name }) =>
        [
          'statistics',
          { operation: name, data: longest, ...(name === 'percentile' && { percentile: '33.3' }) },
        ] as const,
    ),
    ['finance', { operation: 'irr', data: { initialInvestment: 9, cashFlows: flows } }],
    [
      'finance',
      {
        operation: 'irr',
        data: { initialInvestment: sumOfFlows, cashFlows: [...flows.slice(1), '1e-40'] },
      },
    ],
    [
      'finance',
      { operation: 'npv', data: { initialInvestment: 9, rate: `0.0${digits}`, cashFlows: flows } },
    ],
    [
      'finance',
      {
        operation: 'compound_interest',
        data: {
          principalComp: 9,
          rateComp: `0.0${digits}`,
          timeComp: `1.${digits}`,
          compoundFreq: 366,
        },
      },
    ],
    [
      'finance',
      {
        operation: 'roi',
        data: { initialInvestment: `9.${digits}`, finalValue: 1, timeInvested: `3.${digits}` },
      },
    ],
    ['basic', { operation: 'power', num1: `1.${digits}`, num2: `9.${digits}` }],
    ['basic', { operation: 'modulo', num1: '9'.repeat(99), num2: `0.${'0'.repeat(80)}17` }],
    ['science', { operation: 'matrix_multiply', data: { matrixX: matrix, matrixY: matrix } }],
    ['science', { operation: 'matrix_multiply', data: { matrixX: mixed, matrixY: mixed } }],
  ];

  it.each(worst)('takes no turn above 50 ms: %s %o', async (path, body) => {
    let least = Infinity;
    for (let run = 0; run < 5; run++) {
      const { user } = process.threadCpuUsage();
      expect((await ask(path, body)).refused).toBeUndefined();
      least = Math.min(least, process.threadCpuUsage().user - user);
    }
    expect(least / 1000).toBeLessThan(50);
  });
});
