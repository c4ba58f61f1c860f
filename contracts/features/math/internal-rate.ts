import { D } from './decimal.ts';
import { refuse } from './operation.ts';

/** Newton steps that polish a double to all digits; each doubles the right ones. */
const POLISHING_STEPS = 2;
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

/** Improves a zero in decimals. */
function polish(flows: readonly D[], near: number): D {
  let factor = new D(1).div(near);
  for (let index = 0; index < POLISHING_STEPS; index++) {
    let value = new D(0);
    let slope = new D(0);
    for (const flow of flows.toReversed()) {
      slope = slope.times(factor).plus(value);
      value = value.times(factor).plus(flow);
    }
    if (slope.isZero()) break;
    factor = factor.minus(value.div(slope));
  }
  return new D(1).div(factor).minus(1);
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
  return polish(exact, nearest);
}
