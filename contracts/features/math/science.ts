import { D, Fine, step } from './decimal.ts';
import { both, number, operation, type Operation } from './operation.ts';

/** Molar gas constant: CODATA 2018 8.314462618 J/(mol·K), over 101.325 J per L·atm. */
const GAS_CONSTANT = new D('0.082057');

const molar = both('mol/L', 'mol/L');
const metresPerSecond = both('m/s', 'm/s');
const mass = number({
  label: both('Kütle', 'Mass'),
  unit: both('kg', 'kg'),
  example: '10',
  rule: 'not-negative',
});
const velocity = number({
  label: both('Hız', 'Velocity'),
  unit: metresPerSecond,
  example: '5',
});

const chemistry: readonly Operation[] = [
  operation({
    name: 'chemistry_ph',
    title: both('pH', 'pH'),
    about: both(
      'Hidrojen iyonu derişiminin negatif logaritması; 25 °C suda 7 nötrdür.',
      'The negative logarithm of the hydrogen ion concentration; 7 is neutral in water at 25 °C.',
    ),
    formula: 'pH = −log_10 [H^+]',
    inputs: {
      hConcentration: number({
        label: both('H⁺ derişimi', 'H⁺ concentration'),
        unit: molar,
        example: '0.001',
        rule: 'positive',
      }),
    },
    results: { ph: { label: both('pH', 'pH') }, poh: { label: both('pOH', 'pOH') } },
    calculate: ({ hConcentration }) => {
      const ph = new Fine(hConcentration).log(10).neg();
      const poh = new Fine(14).minus(ph);
      return {
        values: { ph, poh },
        steps: [step`pH = −log_10 ${hConcentration} = ${ph}`, step`pOH = 14 − ${ph} = ${poh}`],
      };
    },
  }),
  operation({
    name: 'chemistry_molarity',
    title: both('Molarite', 'Molarity'),
    about: both('Bir litre çözeltideki mol sayısı.', 'Moles per litre of solution.'),
    formula: 'M = n / V',
    inputs: {
      moles: number({
        label: both('Madde miktarı', 'Amount of substance'),
        unit: both('mol', 'mol'),
        example: '2',
        rule: 'not-negative',
      }),
      volumeLiters: number({
        label: both('Hacim', 'Volume'),
        unit: both('L', 'L'),
        example: '0.5',
        rule: 'positive',
      }),
    },
    results: { molarity: { label: both('Molarite', 'Molarity'), unit: molar } },
    calculate: ({ moles, volumeLiters }) => {
      const molarity = moles.div(volumeLiters);
      return { values: { molarity }, steps: [step`M = ${moles} / ${volumeLiters} = ${molarity}`] };
    },
  }),
  operation({
    name: 'chemistry_ideal_gas',
    title: both('İdeal gaz', 'Ideal gas'),
    about: both(
      'İdeal gazın mol sayısı; R = 0,082057 L·atm/(mol·K).',
      'Moles of an ideal gas; R = 0.082057 L·atm/(mol·K).',
    ),
    formula: 'n = P · V / (R · T)',
    inputs: {
      pressure: number({
        label: both('Basınç', 'Pressure'),
        unit: both('atm', 'atm'),
        example: '1',
        rule: 'positive',
      }),
      volume: number({
        label: both('Hacim', 'Volume'),
        unit: both('L', 'L'),
        example: '22.414',
        rule: 'positive',
      }),
      temperature: number({
        label: both('Sıcaklık', 'Temperature'),
        unit: both('K', 'K'),
        example: '273.15',
        rule: 'positive',
      }),
    },
    results: {
      moles: { label: both('Madde miktarı', 'Amount of substance'), unit: both('mol', 'mol') },
    },
    calculate: ({ pressure: p, volume: v, temperature: t }) => {
      const moles = p.times(v).div(GAS_CONSTANT.times(t));
      return {
        values: { moles },
        steps: [step`n = ${p} · ${v} / (${GAS_CONSTANT} · ${t}) = ${moles}`],
      };
    },
  }),
];

const physics: readonly Operation[] = [
  operation({
    name: 'physics_force',
    title: both('Kuvvet', 'Force'),
    about: both(
      'Newton’un ikinci yasası: bir kütleye verilen ivme için gereken kuvvet.',
      'Newton’s second law: the force that accelerates a mass.',
    ),
    formula: 'F = m · a',
    inputs: {
      mass,
      acceleration: number({
        label: both('İvme', 'Acceleration'),
        unit: both('m/s²', 'm/s²'),
        example: '9.80665',
      }),
    },
    results: { force: { label: both('Kuvvet', 'Force'), unit: both('N', 'N') } },
    calculate: ({ mass: m, acceleration: a }) => {
      const force = m.times(a);
      return { values: { force }, steps: [step`F = ${m} · ${a} = ${force}`] };
    },
  }),
  operation({
    name: 'physics_energy',
    title: both('Kinetik enerji', 'Kinetic energy'),
    about: both('Hareket eden bir kütlenin enerjisi.', 'The energy of a moving mass.'),
    formula: 'E = m · v^2 / 2',
    inputs: { mass_energy: mass, velocity },
    results: { energy: { label: both('Enerji', 'Energy'), unit: both('J', 'J') } },
    calculate: ({ mass_energy: m, velocity: v }) => {
      const energy = m.times(v.pow(2)).div(2);
      return { values: { energy }, steps: [step`E = ${m} · ${v}^2 / 2 = ${energy}`] };
    },
  }),
  operation({
    name: 'physics_wave',
    title: both('Dalga hızı', 'Wave speed'),
    about: both(
      'Frekans ile dalga boyunun çarpımı; periyot frekansın tersidir.',
      'Frequency times wavelength; the period is the reciprocal of the frequency.',
    ),
    formula: 'v = f · λ',
    inputs: {
      frequency: number({
        label: both('Frekans', 'Frequency'),
        unit: both('Hz', 'Hz'),
        example: '440',
        rule: 'positive',
      }),
      wavelength: number({
        label: both('Dalga boyu', 'Wavelength'),
        unit: both('m', 'm'),
        example: '0.78',
        rule: 'positive',
      }),
    },
    results: {
      speed: { label: both('Dalga hızı', 'Wave speed'), unit: metresPerSecond },
      period: { label: both('Periyot', 'Period'), unit: both('s', 's') },
    },
    calculate: ({ frequency: f, wavelength }) => {
      const speed = f.times(wavelength);
      const period = new D(1).div(f);
      return {
        values: { speed, period },
        steps: [step`v = ${f} · ${wavelength} = ${speed}`, step`T = 1 / ${f} = ${period}`],
      };
    },
  }),
  operation({
    name: 'physics_momentum',
    title: both('Momentum', 'Momentum'),
    about: both('Kütle ile hızın çarpımı.', 'Mass times velocity.'),
    formula: 'p = m · v',
    inputs: { mass, velocity },
    results: { momentum: { label: both('Momentum', 'Momentum'), unit: both('kg·m/s', 'kg·m/s') } },
    calculate: ({ mass: m, velocity: v }) => {
      const momentum = m.times(v);
      return { values: { momentum }, steps: [step`p = ${m} · ${v} = ${momentum}`] };
    },
  }),
];

export const science: readonly Operation[] = [...chemistry, ...physics];
