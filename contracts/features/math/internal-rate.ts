import { D, Fine } from './decimal.ts';
import { refuse } from './operation.ts';

/** Bounds the Newton steps in decimals; a simple zero takes two for the first 60 digits. */
const POLISHING_STEPS = 8;
/** Bounds the rates to which a growth factor of 60 digits leaves too few digits. */
const TINY_RATE = new D('1e-24');
const BISECTIONS = 60;
/** Growth factors among which a change of sign is sought, from −99 % to 100,000 %. */
const GRID = Array.from({ length: 401 }, (_, index) => 10 ** (-2 + index / 80));

/** Net present value as a polynomial of the discount factor, in doubles. */
const valueAt = (flows: readonly number[], growth: number): number =>
  flows.reduceRight((value, flow) => value / growth + flow, 0);

/** Returns the zero between two growth factors at which the value has different signs. */
function bisect(flows: readonly number[], low: number, high: number): number {
  const sign = Math.sign(valueAt(flows, low));
  let [from, to] = [low, high];
  for (let index = 0; index < BISECTIONS; index++) {
    const middle = (from + to) / 2;
    if (Math.sign(valueAt(flows, middle)) === sign) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** Improves a discount factor by Newton's method, and returns it with its last correction. */
function polish(flows: readonly D[], near: D): { factor: D; correction: D } {
  let factor = near;
  let correction = new D(0);
  for (let index = 0; index < POLISHING_STEPS; index++) {
    let value = new D(0);
    let slope = new D(0);
    for (const flow of flows.toReversed()) {
      slope = slope.times(factor).plus(value);
      value = value.times(factor).plus(flow);
    }
    if (slope.isZero()) break;
    correction = value.div(slope);
    factor = factor.minus(correction);
    if (isLast(correction)) break;
  }
  return { factor, correction };
}

/** Whether the next correction, about the square of this one, is beyond the last digit. */
const isLast = (correction: D): boolean =>
  correction.isZero() || 2 * correction.e < 4 - D.precision;

/** Returns the zero next to a rate of 0 by the first terms of the series of the rate. */
function tinyRate(flows: readonly D[]): D {
  const sum = (weight: (period: number) => number): D =>
    flows.reduce((all, flow, period) => all.plus(flow.times(weight(period))), new Fine(0));
  const slope = sum(period => period);
  if (slope.isZero()) return new D(0);
  const first = sum(() => 1).div(slope);
  const curve = sum(period => (period * (period + 1)) / 2).div(slope);
  return first.plus(first.times(first).times(curve));
}

/** Returns the rate near a growth factor, without digits that are not certain. */
function rateNear(flows: readonly D[], growth: number): D {
  const { factor, correction } = polish(flows, new D(1).div(growth));
  const rate = factor.pow(-1).minus(1);
  // A zero at which the curve is flat is approached slowly.
  if (!isLast(correction)) return rate.toDecimalPlaces(Math.max(0, -1 - correction.e));
  return rate.abs().lt(TINY_RATE) ? tinyRate(flows) : rate;
}

/**
 * Returns the rate at which the cash flows repay the investment, the one nearest to zero.
 * @throws Problem if there is none between −99 % and 100,000 % per period
 */
export function internalRate(investment: D, cashFlows: readonly D[]): D {
  const exact = [investment.neg(), ...cashFlows];
  const doubles = exact.map(flow => flow.toNumber());
  const scale = Math.max(...doubles.map(Math.abs));
  const flows = doubles.map(flow => flow / scale);
  const signs = GRID.map(growth => Math.sign(valueAt(flows, growth)));
  const zeros = GRID.flatMap((growth, index) => {
    const next = signs[index + 1];
    if (signs[index] === 0) return [growth];
    return next !== undefined && next !== 0 && next !== signs[index]
      ? [bisect(flows, growth, GRID[index + 1]!)]
      : [];
  });
  const nearest = zeros.toSorted((a, b) => Math.abs(a - 1) - Math.abs(b - 1))[0];
  if (nearest === undefined) throw refuse('math-no-irr');
  return rateNear(exact, nearest);
}
