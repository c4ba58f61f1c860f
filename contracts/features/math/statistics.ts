import { D, Fine, step, stepText } from './decimal.ts';
import {
  both,
  number,
  numbers,
  operation,
  refuse,
  type Operation,
  type Outcome,
} from './operation.ts';
import type { Sample } from './sample.ts';

const label = both('Değerler', 'Values');
const EXAMPLE = [10, 20, 30, 40, 50];
/** Values written out in a step. */
const MAX_WRITTEN = 6;

/** Writes the first values with a separator. */
const written = (count: number, at: (place: number) => D, separator: string): string =>
  [
    ...Array.from({ length: Math.min(count, MAX_WRITTEN) }, (_, place) => stepText(at(place))),
    ...(count > MAX_WRITTEN ? ['…'] : []),
  ].join(separator);
const rising = (sample: Sample): string => written(sample.count, place => sample.at(place), ', ');
const joined = (sample: Sample, sign: string): string =>
  written(sample.count, place => sample.value(place), ` ${sign} `);

/** Defines an operation whose result is one number. */
const figure = (
  definition: Pick<Operation, 'name' | 'title' | 'about' | 'formula'> & {
    readonly min?: number;
    readonly isPositive?: boolean;
    readonly calculate: (sample: Sample) => {
      readonly result: D;
      readonly steps: readonly string[];
    };
  },
): Operation => {
  const { name, title, about, formula, min = 1, isPositive = false, calculate } = definition;
  return operation({
    name,
    title,
    about,
    formula,
    inputs: { data: numbers({ label, example: EXAMPLE, min, isPositive }) },
    results: { result: { label: title } },
    calculate: ({ data }) => {
      const { result, steps } = calculate(data);
      return { values: { result }, steps };
    },
  });
};

/** Returns a quantile by linear interpolation between the neighbours. */
function quantile(sample: Sample, share: D): D {
  const place = share.times(sample.count - 1);
  const below = place.floor().toNumber();
  const from = sample.at(below);
  const to = sample.at(Math.min(below + 1, sample.count - 1));
  return new Fine(to).minus(from).times(place.minus(below)).plus(from);
}
const quarter = (sample: Sample, quarters: 1 | 2 | 3): D =>
  quantile(sample, new D(quarters).div(4));

/**
 * Returns the variance of the population.
 * @throws Problem if all values are equal
 */
function varianceOfDifferent(sample: Sample): D {
  const square = sample.powerOfDeviations(2).div(sample.count);
  if (square.isZero()) throw refuse('math-all-equal');
  return square;
}

/** Calculates the variance, or its root, and the steps. */
function spread(sample: Sample, freedom: 0 | 1, isRoot: boolean) {
  const deviations = sample.powerOfDeviations(2);
  const square = deviations.div(sample.count - freedom);
  const sign = freedom === 1 ? 's' : 'σ';
  const result = isRoot ? square.sqrt() : square;
  const steps = [
    step`x̄ = ${sample.sum} / ${sample.count} = ${sample.mean}`,
    step`Σ(x_i − x̄)^2 = ${deviations}`,
    step`${sign}^2 = ${deviations} / ${sample.count - freedom} = ${square}`,
    ...(isRoot ? [step`${sign} = √${square} = ${result}`] : []),
  ];
  return { result, steps };
}

const quartilesOf = (sample: Sample): Outcome<'q1' | 'q2' | 'q3'> => {
  const [q1, q2, q3] = ([1, 2, 3] as const).map(quarters => quarter(sample, quarters));
  return {
    values: { q1: q1!, q2: q2!, q3: q3! },
    steps: [step`Q_1 = ${q1!}`, step`Q_2 = ${q2!}`, step`Q_3 = ${q3!}`],
  };
};

export const statistics: readonly Operation[] = [
  figure({
    name: 'mean',
    title: both('Ortalama', 'Mean'),
    about: both('Değerlerin toplamının sayısına bölümü.', 'The sum divided by the count.'),
    formula: 'x̄ = Σx_i / n',
    calculate: sample => ({
      result: sample.mean,
      steps: [
        `Σx_i = ${joined(sample, '+')} = ${stepText(sample.sum, false)}`,
        step`x̄ = ${sample.sum} / ${sample.count} = ${sample.mean}`,
      ],
    }),
  }),
  figure({
    name: 'median',
    title: both('Medyan', 'Median'),
    about: both(
      'Sıralanmış değerlerin ortasındaki; çift sayıda değerde ortadaki ikisinin ortalaması.',
      'The middle of the sorted values; of an even count, the mean of the middle two.',
    ),
    formula: 'x_(n / 2)',
    calculate: sample => {
      const result = quarter(sample, 2);
      return { result, steps: [`${rising(sample)} → ${stepText(result, false)}`] };
    },
  }),
  operation({
    name: 'mode',
    title: both('Mod', 'Mode'),
    about: both(
      'En sık geçen değer; eşitlikte hepsi.',
      'The most frequent value, or values if several are equally frequent.',
    ),
    formula: 'max n(x_i)',
    inputs: { data: numbers({ label, example: [10, 20, 20, 30, 40] }) },
    results: { result: { label: both('En sık değerler', 'Most frequent values') } },
    calculate: ({ data }) => {
      const { values: result, times } = data.modes;
      const most = written(result.length, place => result[place]!, ', ');
      return { values: { result }, steps: [`n(x_i) = ${times} → ${most}`] };
    },
  }),
  figure({
    name: 'stddev',
    title: both('Standart sapma', 'Standard deviation'),
    about: both(
      'Ana kütlenin standart sapması: varyansın karekökü.',
      'Of the population: the square root of the variance.',
    ),
    formula: 'σ = √(Σ(x_i − x̄)^2 / n)',
    calculate: sample => spread(sample, 0, true),
  }),
  figure({
    name: 'variance',
    title: both('Varyans', 'Variance'),
    about: both(
      'Ana kütlenin varyansı: ortalamadan uzaklıkların karelerinin ortalaması.',
      'Of the population: the mean of the squared distances from the mean.',
    ),
    formula: 'σ^2 = Σ(x_i − x̄)^2 / n',
    calculate: sample => spread(sample, 0, false),
  }),
  operation({
    name: 'quartiles',
    title: both('Çeyrekler', 'Quartiles'),
    about: both(
      'Sıralanmış değerleri dörde bölen üç sınır; aradaki yerler doğrusal hesaplanır (R-7).',
      'Three bounds that divide the sorted values into quarters, interpolated linearly (R-7).',
    ),
    formula: 'Q_k = x_(1 + (n − 1) · k / 4)',
    inputs: { data: numbers({ label, example: EXAMPLE }) },
    results: {
      q1: { label: both('Birinci çeyrek', 'First quartile') },
      q2: { label: both('Medyan', 'Median') },
      q3: { label: both('Üçüncü çeyrek', 'Third quartile') },
    },
    calculate: ({ data }) => quartilesOf(data),
  }),
  figure({
    name: 'range',
    title: both('Açıklık', 'Range'),
    about: both('En büyük ile en küçük değerin farkı.', 'The largest value minus the smallest.'),
    formula: 'R = x_max − x_min',
    calculate: sample => {
      const [least, most] = [sample.at(0), sample.at(-1)];
      return {
        result: most.minus(least),
        steps: [step`R = ${most} − ${least} = ${most.minus(least)}`],
      };
    },
  }),
  figure({
    name: 'min',
    title: both('En küçük', 'Minimum'),
    about: both('En küçük değer.', 'The smallest value.'),
    formula: 'x_min',
    calculate: sample => ({
      result: sample.at(0),
      steps: [`${rising(sample)} → ${stepText(sample.at(0), false)}`],
    }),
  }),
  figure({
    name: 'max',
    title: both('En büyük', 'Maximum'),
    about: both('En büyük değer.', 'The largest value.'),
    formula: 'x_max',
    calculate: sample => ({
      result: sample.at(-1),
      steps: [
        `${written(sample.count, place => sample.at(-1 - place), ', ')} → ${stepText(sample.at(-1), false)}`,
      ],
    }),
  }),
  figure({
    name: 'sum',
    title: both('Toplam', 'Sum'),
    about: both('Değerlerin toplamı.', 'The sum of the values.'),
    formula: 'Σx_i',
    calculate: sample => ({
      result: sample.sum,
      steps: [`${joined(sample, '+')} = ${stepText(sample.sum, false)}`],
    }),
  }),
  figure({
    name: 'count',
    title: both('Sayı', 'Count'),
    about: both('Kaç değer olduğu.', 'The number of values.'),
    formula: 'n',
    calculate: ({ count }) => ({ result: new D(count), steps: [`n = ${count}`] }),
  }),
  figure({
    name: 'geometric_mean',
    title: both('Geometrik ortalama', 'Geometric mean'),
    about: both(
      'Pozitif değerlerin çarpımının n. kökü; büyüme oranlarının ortalaması.',
      'The nth root of the product of positive values; averages growth rates.',
    ),
    formula: 'G = (Πx_i)^(1 / n)',
    isPositive: true,
    calculate: sample => {
      const result = sample.geometricMean;
      const product = joined(sample, '·');
      return { result, steps: [`G = (${product})^(1 / ${sample.count}) = ${stepText(result)}`] };
    },
  }),
  figure({
    name: 'harmonic_mean',
    title: both('Harmonik ortalama', 'Harmonic mean'),
    about: both(
      'Pozitif değerlerin terslerinin ortalamasının tersi; hızların ortalaması.',
      'The reciprocal of the mean of reciprocals of positive values; averages speeds.',
    ),
    formula: 'H = n / Σ(1 / x_i)',
    isPositive: true,
    calculate: ({ sumOfReciprocals, count }) => {
      const result = new D(count).div(sumOfReciprocals);
      return { result, steps: [step`H = ${count} / ${sumOfReciprocals} = ${result}`] };
    },
  }),
  figure({
    name: 'skewness',
    title: both('Çarpıklık', 'Skewness'),
    about: both(
      'Ana kütlenin çarpıklığı: simetrik dağılımda 0, sağa uzayanda pozitif.',
      'Of the population: 0 if symmetric, positive with a long tail to the right.',
    ),
    formula: 'g_1 = Σ(x_i − x̄)^3 / (n · σ^3)',
    min: 2,
    calculate: sample => {
      const square = varianceOfDifferent(sample);
      const deviation = square.sqrt();
      const cubes = sample.powerOfDeviations(3);
      const result = cubes.div(sample.count).div(square.times(deviation));
      return {
        result,
        steps: [step`Σ(x_i − x̄)^3 = ${cubes}`, step`σ = ${deviation}`, step`g_1 = ${result}`],
      };
    },
  }),
  figure({
    name: 'kurtosis',
    title: both('Basıklık', 'Kurtosis'),
    about: both(
      'Ana kütlenin normal dağılıma göre fazla basıklığı: normal dağılımda 0.',
      'Excess kurtosis of the population: 0 for a normal distribution.',
    ),
    formula: 'g_2 = Σ(x_i − x̄)^4 / (n · σ^4) − 3',
    min: 2,
    calculate: sample => {
      const square = varianceOfDifferent(sample);
      const result = sample.excessKurtosis;
      return {
        result,
        steps: [
          step`Σ(x_i − x̄)^4 = ${sample.powerOfDeviations(4)}`,
          step`σ^2 = ${square}`,
          step`g_2 = ${result.plus(3)} − 3 = ${result}`,
        ],
      };
    },
  }),
  figure({
    name: 'sample_stddev',
    title: both('Örneklem standart sapması', 'Sample standard deviation'),
    about: both(
      'Örneklemden tahmin edilen standart sapma: n − 1 ile bölünür.',
      'Estimated from a sample: divides by n − 1.',
    ),
    formula: 's = √(Σ(x_i − x̄)^2 / (n − 1))',
    min: 2,
    calculate: sample => spread(sample, 1, true),
  }),
  figure({
    name: 'sample_variance',
    title: both('Örneklem varyansı', 'Sample variance'),
    about: both(
      'Örneklemden tahmin edilen varyans: n − 1 ile bölünür.',
      'Estimated from a sample: divides by n − 1.',
    ),
    formula: 's^2 = Σ(x_i − x̄)^2 / (n − 1)',
    min: 2,
    calculate: sample => spread(sample, 1, false),
  }),
  operation({
    name: 'percentile',
    title: both('Yüzdelik', 'Percentile'),
    about: both(
      'Değerlerin verilen yüzdesinin altında kaldığı sınır; doğrusal hesaplanır (R-7).',
      'The bound below which a given percentage of the values lies, interpolated linearly (R-7).',
    ),
    formula: 'P = x_(1 + (n − 1) · p / 100)',
    inputs: {
      data: numbers({ label, example: EXAMPLE }),
      percentile: number({
        label: both('Yüzde', 'Percentage'),
        unit: both('%', '%'),
        example: '90',
        rule: 'percentage',
      }),
    },
    results: { result: { label: both('Yüzdelik', 'Percentile') } },
    calculate: ({ data, percentile }) => {
      const share = new Fine(percentile).div(100);
      const result = quantile(data, share);
      const place = share.times(data.count - 1).plus(1);
      return {
        values: { result },
        steps: [
          step`1 + (${data.count} − 1) · ${percentile} / 100 = ${place}`,
          step`P = ${result}`,
        ],
      };
    },
  }),
  figure({
    name: 'iqr',
    title: both('Çeyrekler arası açıklık', 'Interquartile range'),
    about: both(
      'Üçüncü ile birinci çeyreğin farkı; değerlerin ortadaki yarısının genişliği.',
      'The third quartile minus the first: the width of the middle half.',
    ),
    formula: 'IQR = Q_3 − Q_1',
    calculate: sample => {
      const [q1, q3] = [quarter(sample, 1), quarter(sample, 3)];
      return { result: q3.minus(q1), steps: [step`IQR = ${q3} − ${q1} = ${q3.minus(q1)}`] };
    },
  }),
];
