import type { Bilingual } from '../../core/problem.ts';
import { D, Fine, step } from './decimal.ts';
import { both, refuse } from './operation.ts';

/**
 * A unit of measurement. Its base unit has (value + offset) · factor / per; all of them are exact by
 * definition (NIST SP 811, appendix B).
 */
export interface Unit {
  readonly name: string;
  readonly title: Bilingual;
  readonly symbol: string;
  readonly factor: D;
  readonly per: D;
  readonly offset: D;
}

const unit = (
  name: string,
  title: Bilingual,
  factor: string | D,
  {
    per = '1',
    offset = '0',
    symbol = name,
  }: { per?: string; offset?: string; symbol?: string } = {},
): Unit => ({
  name,
  title,
  symbol,
  factor: new D(factor),
  per: new D(per),
  offset: new D(offset),
});

const POUND = new D('0.45359237');

export const units = {
  temperature: [
    unit('C', both('Santigrat', 'Celsius'), '1', { offset: '273.15', symbol: '°C' }),
    unit('F', both('Fahrenhayt', 'Fahrenheit'), '5', {
      per: '9',
      offset: '459.67',
      symbol: '°F',
    }),
    unit('K', both('Kelvin', 'Kelvin'), '1'),
  ],
  length: [
    unit('m', both('metre', 'metre'), '1'),
    unit('cm', both('santimetre', 'centimetre'), '0.01'),
    unit('mm', both('milimetre', 'millimetre'), '0.001'),
    unit('km', both('kilometre', 'kilometre'), '1000'),
    unit('ft', both('fit', 'foot'), '0.3048'),
    unit('in', both('inç', 'inch'), '0.0254'),
    unit('mi', both('mil', 'mile'), '1609.344'),
  ],
  mass: [
    unit('kg', both('kilogram', 'kilogram'), '1'),
    unit('g', both('gram', 'gram'), '0.001'),
    unit('mg', both('miligram', 'milligram'), '0.000001'),
    unit('lb', both('libre', 'pound'), POUND),
    unit('oz', both('ons', 'ounce'), POUND.div(16)),
  ],
} as const satisfies Readonly<Record<string, readonly Unit[]>>;

export type UnitType = keyof typeof units;
export const unitTypes = Object.keys(units) as [UnitType, ...UnitType[]];

export const aboutUnits = both(
  'Bir değerin aynı türden başka bir birimdeki karşılığı.',
  'A value in another unit of the same type.',
);

/**
 * Converts a value between units of one type.
 * @throws Problem VALIDATION_ERROR if the type has no such unit; below absolute zero
 */
export function convert(
  value: D,
  fromName: string,
  toName: string,
  type: UnitType,
): { readonly converted: D; readonly calculation: string } {
  const from = units[type].find(({ name }) => name === fromName);
  const to = units[type].find(({ name }) => name === toName);
  if (!from || !to)
    throw refuse('math-units', { units: units[type].map(({ name }) => name).join(', ') });
  const fromZero = new Fine(value).plus(from.offset);
  if (type === 'temperature' && fromZero.lt(0)) throw refuse('math-absolute-zero');
  const converted = fromZero
    .times(from.factor.times(to.per))
    .div(to.factor.times(from.per))
    .minus(to.offset);
  return {
    converted,
    calculation: step`${value} ${from.symbol} = ${converted} ${to.symbol}`,
  };
}
