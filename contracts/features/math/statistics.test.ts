import { describe, expect, it } from 'vitest';
import { D } from './decimal.ts';
import { Sample } from './sample.ts';

/**
 * Univariate data sets of the NIST Statistical Reference Datasets (StRD) with their certified
 * values: https://www.itl.nist.gov/div898/strd/univ/homepage.html. PiDigits is not among them: its
 * certified mean, 4.5348, is not that of the first 5,000 digits of π, 4.5358.
 */
interface Certified {
  readonly name: string;
  readonly values: readonly (number | string)[];
  readonly mean: string;
  /** Standard deviation of the sample: divided by n − 1. */
  readonly deviation: string;
  /** Lag-1 autocorrelation coefficient. */
  readonly autocorrelation: string;
}

const numbersIn = (text: string): readonly string[] => text.trim().split(/\s+/);

const lew = numbersIn(`
  -213 -564 -35 -15 141 115 -420 -360 203 -338 -431 194 -220 -513 154 -125 -559 92 -21 -579 -52 99
  -543 -175 162 -457 -346 204 -300 -474 164 -107 -572 -8 83 -541 -224 180 -420 -374 201 -236 -531
  83 27 -564 -112 131 -507 -254 199 -311 -495 143 -46 -579 -90 136 -472 -338 202 -287 -477 169 -124
  -568 17 48 -568 -135 162 -430 -422 172 -74 -577 -13 92 -534 -243 194 -355 -465 156 -81 -578 -64
  139 -449 -384 193 -198 -538 110 -44 -577 -6 66 -552 -164 161 -460 -344 205 -281 -504 134 -28 -576
  -118 156 -437 -381 200 -220 -540 83 11 -568 -160 172 -414 -408 188 -125 -572 -32 139 -492 -321 205
  -262 -504 142 -83 -574 0 48 -571 -106 137 -501 -266 190 -391 -406 194 -186 -553 83 -13 -577 -49
  103 -515 -280 201 300 -506 131 -45 -578 -80 138 -462 -361 201 -211 -554 32 74 -533 -235 187 -372
  -442 182 -147 -566 25 68 -535 -244 194 -351 -463 174 -125 -570 15 72 -550 -190 172 -424 -385 198
  -218 -536 96`);
const lottery = numbersIn(`
  162 671 933 414 788 730 817 33 536 875 670 236 473 167 877 980 316 950 456 92 517 557 956 954 104
  178 794 278 147 773 437 435 502 610 582 780 689 562 964 791 28 97 848 281 858 538 660 972 671 613
  867 448 738 966 139 636 847 659 754 243 122 455 195 968 793 59 730 361 574 522 97 762 431 158 429
  414 22 629 788 999 187 215 810 782 47 34 108 986 25 644 829 630 315 567 919 331 207 412 242 607
  668 944 749 168 864 442 533 805 372 63 458 777 416 340 436 140 919 350 510 572 905 900 85 389 473
  758 444 169 625 692 140 897 672 288 312 860 724 226 884 508 976 741 476 417 831 15 318 432 241 114
  799 955 833 358 935 146 630 830 440 642 356 373 271 715 367 393 190 669 8 861 108 795 269 590 326
  866 64 523 862 840 219 382 998 4 628 305 747 247 34 747 729 645 856 974 24 568 24 694 608 480 410
  729 947 293 53 930 223 203 677 227 62 455 387 318 562 242 428 968`);
const mavro = numbersIn(`
  2.00180 2.00170 2.00180 2.00190 2.00180 2.00170 2.00150 2.00140 2.00150 2.00150 2.00170 2.00180
  2.00180 2.00190 2.00190 2.00210 2.00200 2.00160 2.00140 2.00130 2.00130 2.00150 2.00150 2.00160
  2.00150 2.00140 2.00130 2.00140 2.00150 2.00140 2.00150 2.00160 2.00150 2.00160 2.00190 2.00200
  2.00200 2.00210 2.00220 2.00230 2.00240 2.00250 2.00270 2.00260 2.00260 2.00260 2.00270 2.00260
  2.00250 2.00240`);
const michelso = numbersIn(`
  299.85 299.74 299.90 300.07 299.93 299.85 299.95 299.98 299.98 299.88 300.00 299.98 299.93 299.65
  299.76 299.81 300.00 300.00 299.96 299.96 299.96 299.94 299.96 299.94 299.88 299.80 299.85 299.88
  299.90 299.84 299.83 299.79 299.81 299.88 299.88 299.83 299.80 299.79 299.76 299.80 299.88 299.88
  299.88 299.86 299.72 299.72 299.62 299.86 299.97 299.95 299.88 299.91 299.85 299.87 299.84 299.84
  299.85 299.84 299.84 299.84 299.89 299.81 299.81 299.82 299.80 299.77 299.76 299.74 299.75 299.76
  299.91 299.92 299.89 299.86 299.88 299.72 299.84 299.85 299.85 299.78 299.89 299.84 299.78 299.81
  299.76 299.81 299.79 299.81 299.82 299.85 299.87 299.87 299.81 299.74 299.81 299.94 299.95 299.80
  299.81 299.87`);

/** One value, then a lower and a higher one by turns, 500 times. */
const alternating = (middle: number, low: number, high: number): readonly number[] => [
  middle,
  ...Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? low : high)),
];

const sets: readonly Certified[] = [
  {
    name: 'Lew',
    values: lew,
    mean: '-177.435000000000',
    deviation: '277.332168044316',
    autocorrelation: '-0.307304800605679',
  },
  {
    name: 'Lottery',
    values: lottery,
    mean: '518.958715596330',
    deviation: '291.699727470969',
    autocorrelation: '-0.120948622967393',
  },
  {
    name: 'Mavro',
    values: mavro,
    mean: '2.00185600000000',
    deviation: '0.000429123454003053',
    autocorrelation: '0.937989183438248',
  },
  {
    name: 'Michelso',
    values: michelso,
    mean: '299.852400000000',
    deviation: '0.0790105478190518',
    autocorrelation: '0.535199668621283',
  },
  {
    name: 'NumAcc1',
    values: [10_000_001, 10_000_003, 10_000_002],
    mean: '10000002',
    deviation: '1',
    autocorrelation: '-0.5',
  },
  {
    name: 'NumAcc2',
    values: alternating(1.2, 1.1, 1.3),
    mean: '1.2',
    deviation: '0.1',
    autocorrelation: '-0.999',
  },
  {
    name: 'NumAcc3',
    values: alternating(1_000_000.2, 1_000_000.1, 1_000_000.3),
    mean: '1000000.2',
    deviation: '0.1',
    autocorrelation: '-0.999',
  },
  {
    name: 'NumAcc4',
    values: alternating(10_000_000.2, 10_000_000.1, 10_000_000.3),
    mean: '10000000.2',
    deviation: '0.1',
    autocorrelation: '-0.999',
  },
];

describe('NIST StRD univariate sets', () => {
  it.each(sets)('$name is calculated to the last certified digit', set => {
    const sample = Sample.read(set.values) as Sample;
    const rounded = (number: D, like: string): string =>
      number.toSignificantDigits(new D(like).sd(true) < 15 ? 15 : new D(like).sd(true)).toString();
    const certified = (text: string): string => new D(text).toString();
    expect(rounded(sample.mean, set.mean)).toBe(certified(set.mean));
    const deviation = sample
      .powerOfDeviations(2)
      .div(sample.count - 1)
      .sqrt();
    expect(rounded(deviation, set.deviation)).toBe(certified(set.deviation));
    // The order of the values counts here, which checks the data above.
    const distances = sample.values.map(value => value.minus(sample.mean));
    const lagged = distances
      .slice(1)
      .reduce((sum, distance, before) => sum.plus(distance.times(distances[before]!)), new D(0));
    expect(rounded(lagged.div(sample.powerOfDeviations(2)), set.autocorrelation)).toBe(
      certified(set.autocorrelation),
    );
  });

  it('have their documented sizes', () => {
    expect(sets.map(({ values }) => values.length)).toEqual([
      200, 218, 50, 100, 3, 1001, 1001, 1001,
    ]);
  });
});

describe('a sample', () => {
  it('loses no digit of values that differ by many magnitudes', () => {
    const sample = Sample.read(['1e50', '1e-20', '-1e50']) as Sample;
    expect(sample.sum.toFixed()).toBe('0.00000000000000000001');
  });

  it('refuses what is no number, what is too large and what has too many digits in all', () => {
    expect(Sample.read([1, 'x'])).toBe('not-a-number');
    expect(Sample.read([1, Number.NaN])).toBe('not-a-number');
    expect(Sample.read([1, '1e100'])).toBe('out-of-range');
    expect(Sample.read(Array.from({ length: 2_000 }, () => `1.${'1'.repeat(90)}`))).toBe(
      'too-many-digits',
    );
  });
});
