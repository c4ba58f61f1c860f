import { D, Fine, step } from './decimal.ts';
import { internalRate } from './internal-rate.ts';
import { both, number, numbers, operation, refuse, type Operation } from './operation.ts';

const years = both('yıl', 'years');
const fraction = both('kesir; 0,05 = %5', 'fraction; 0.05 = 5%');
const percent = both('%', '%');
/** Maximum monthly terms of a loan: a hundred years. */
const MAX_TERMS = 1_200;
const MAX_CASH_FLOWS = 600;

const rate = (label: ReturnType<typeof both>, example: string) =>
  number({ label, unit: fraction, example, rule: 'rate' });
const principal = number({ label: both('Anapara', 'Principal'), example: '10000' });
const yearlyRate = rate(both('Yıllık faiz oranı', 'Yearly interest rate'), '0.05');
const time = number({
  label: both('Süre', 'Time'),
  unit: years,
  example: '2',
  rule: 'not-negative',
});
const periodRate = rate(both('Dönem faiz oranı', 'Interest rate per period'), '0.05');
const periods = number({
  label: both('Dönem sayısı', 'Number of periods'),
  example: '10',
  rule: 'not-negative',
});
const initialInvestment = number({
  label: both('İlk yatırım', 'Initial investment'),
  example: '10000',
  rule: 'positive',
});
const cashFlows = numbers({
  label: both('Nakit akışları', 'Cash flows'),
  example: [3000, 4000, 5000],
  max: MAX_CASH_FLOWS,
});

/** Returns the value today of cash flows after one, two, … periods. */
const presentValueOf = (flows: readonly D[], growth: D): D =>
  flows.reduceRight((value, flow) => value.plus(flow).div(growth), new Fine(0));

const interests: readonly Operation[] = [
  operation({
    name: 'simple_interest',
    title: both('Basit faiz', 'Simple interest'),
    about: both(
      'Faiz yalnızca anaparaya işler, faize faiz eklenmez.',
      'Interest accrues on the principal alone, never on interest.',
    ),
    formula: 'I = P · r · t',
    inputs: {
      principal,
      rate: yearlyRate,
      time,
    },
    results: {
      interest: { label: both('Faiz', 'Interest') },
      total: { label: both('Toplam tutar', 'Total amount') },
    },
    calculate: ({ principal: p, rate: r, time: t }) => {
      const growth = new Fine(r).times(t);
      const interest = growth.times(p);
      const total = growth.plus(1).times(p);
      return {
        values: { interest, total },
        steps: [
          step`I = ${p} · ${r} · ${t} = ${interest}`,
          step`P + I = ${p} + ${interest} = ${total}`,
        ],
      };
    },
  }),
  operation({
    name: 'compound_interest',
    title: both('Bileşik faiz', 'Compound interest'),
    about: both(
      'Her dönemin faizi anaparaya eklenir ve sonraki dönemlerde faiz getirir.',
      'The interest of each period is added to the principal and earns interest from then on.',
    ),
    formula: 'A = P · (1 + r / n)^(n · t)',
    inputs: {
      principalComp: principal,
      rateComp: yearlyRate,
      timeComp: time,
      compoundFreq: number({
        label: both('Yılda faiz dönemi sayısı', 'Compounding periods per year'),
        example: '12',
        count: 366,
      }),
    },
    results: {
      amount: { label: both('Toplam tutar', 'Total amount') },
      interest: { label: both('Faiz', 'Interest') },
    },
    calculate: ({ principalComp: p, rateComp: r, timeComp: t, compoundFreq: n }) => {
      const growth = new Fine(r).div(n).plus(1);
      const amount = growth.pow(n.times(t)).times(p);
      const interest = amount.minus(p);
      return {
        values: { amount, interest },
        steps: [
          step`A = ${p} · (1 + ${r} / ${n})^(${n} · ${t}) = ${amount}`,
          step`A − P = ${amount} − ${p} = ${interest}`,
        ],
      };
    },
  }),
  operation({
    name: 'loan_payment',
    title: both('Kredi taksiti', 'Loan payment'),
    about: both(
      'Eşit aylık taksit. Yıllık oran on ikiye bölünür.',
      'The equal monthly payment. The yearly rate is divided by twelve.',
    ),
    formula: 'M = L · i / (1 − (1 + i)^(−n))',
    inputs: {
      loanAmount: number({
        label: both('Kredi tutarı', 'Loan amount'),
        example: '100000',
        rule: 'positive',
      }),
      loanRate: number({
        label: both('Yıllık faiz oranı', 'Yearly interest rate'),
        unit: fraction,
        example: '0.06',
        rule: 'not-negative',
      }),
      loanTerms: number({
        label: both('Vade', 'Term'),
        unit: both('ay', 'months'),
        example: '360',
        count: MAX_TERMS,
      }),
    },
    results: {
      payment: { label: both('Aylık taksit', 'Monthly payment') },
      totalPayment: { label: both('Toplam ödeme', 'Total of payments') },
      totalInterest: { label: both('Toplam faiz', 'Total interest') },
    },
    calculate: ({ loanAmount: loan, loanRate, loanTerms: n }) => {
      const i = new Fine(loanRate).div(12);
      const payment = i.isZero()
        ? loan.div(n)
        : i.times(loan).div(new Fine(1).minus(i.plus(1).pow(n.neg())));
      const totalPayment = i.isZero() ? loan : payment.times(n);
      return {
        values: { payment, totalPayment, totalInterest: totalPayment.minus(loan) },
        steps: [
          step`i = ${loanRate} / 12 = ${i}`,
          i.isZero()
            ? step`M = ${loan} / ${n} = ${payment}`
            : step`M = ${loan} · ${i} / (1 − (1 + ${i})^(−${n})) = ${payment}`,
          step`n · M = ${n} · ${payment} = ${totalPayment}`,
        ],
      };
    },
  }),
  operation({
    name: 'roi',
    title: both('Yatırım getirisi (ROI)', 'Return on investment'),
    about: both(
      'Kazancın yatırıma oranı ve yıllık bileşik karşılığı.',
      'The gain relative to the investment, and the same as a yearly compound rate.',
    ),
    formula: 'ROI = (V − I) / I · 100',
    inputs: {
      initialInvestment,
      finalValue: number({
        label: both('Son değer', 'Final value'),
        example: '15000',
        rule: 'not-negative',
      }),
      timeInvested: number({
        label: both('Süre', 'Time'),
        unit: years,
        example: '3',
        rule: 'positive',
      }),
    },
    results: {
      roi: { label: both('Getiri', 'Return'), unit: percent },
      annualizedRoi: { label: both('Yıllık getiri', 'Yearly return'), unit: percent },
      profit: { label: both('Kazanç', 'Gain') },
    },
    calculate: ({ initialInvestment: start, finalValue, timeInvested: t }) => {
      const profit = new Fine(finalValue).minus(start);
      const roi = profit.div(start).times(100);
      const growth = new Fine(finalValue).div(start);
      const annualizedRoi = growth.pow(new D(1).div(t)).minus(1).times(100);
      return {
        values: { roi, annualizedRoi, profit },
        steps: [
          step`ROI = (${finalValue} − ${start}) / ${start} · 100 = ${roi}`,
          step`((${finalValue} / ${start})^(1 / ${t}) − 1) · 100 = ${annualizedRoi}`,
        ],
      };
    },
  }),
];

const values: readonly Operation[] = [
  operation({
    name: 'present_value',
    title: both('Bugünkü değer', 'Present value'),
    about: both(
      'Gelecekteki bir tutarın bugünkü karşılığı.',
      'What a future amount is worth today.',
    ),
    formula: 'PV = FV / (1 + r)^n',
    inputs: {
      futureValue: number({ label: both('Gelecekteki değer', 'Future value'), example: '10000' }),
      rate: periodRate,
      periods,
    },
    results: {
      presentValue: { label: both('Bugünkü değer', 'Present value') },
      discount: { label: both('İskonto', 'Discount') },
    },
    calculate: ({ futureValue, rate: r, periods: n }) => {
      const presentValue = new Fine(futureValue).div(new Fine(r).plus(1).pow(n));
      return {
        values: { presentValue, discount: new Fine(futureValue).minus(presentValue) },
        steps: [step`PV = ${futureValue} / (1 + ${r})^${n} = ${presentValue}`],
      };
    },
  }),
  operation({
    name: 'future_value',
    title: both('Gelecekteki değer', 'Future value'),
    about: both(
      'Bugünkü bir tutarın bileşik faizle ulaşacağı değer.',
      'What an amount of today becomes with compound interest.',
    ),
    formula: 'FV = PV · (1 + r)^n',
    inputs: {
      presentValue: number({ label: both('Bugünkü değer', 'Present value'), example: '10000' }),
      rate: periodRate,
      periods,
    },
    results: {
      futureValue: { label: both('Gelecekteki değer', 'Future value') },
      interest: { label: both('Faiz', 'Interest') },
    },
    calculate: ({ presentValue, rate: r, periods: n }) => {
      const futureValue = new Fine(r).plus(1).pow(n).times(presentValue);
      return {
        values: { futureValue, interest: futureValue.minus(presentValue) },
        steps: [step`FV = ${presentValue} · (1 + ${r})^${n} = ${futureValue}`],
      };
    },
  }),
  operation({
    name: 'npv',
    title: both('Net bugünkü değer (NBD)', 'Net present value'),
    about: both(
      'Nakit akışlarının bugünkü değeri eksi ilk yatırım; ilk akış bir dönem sonradır.',
      'The present value of the cash flows minus the initial investment; the first flow comes after one period.',
    ),
    formula: 'NPV = Σ_t (C_t / (1 + r)^t) − C_0',
    inputs: {
      initialInvestment,
      rate: rate(both('İskonto oranı', 'Discount rate'), '0.1'),
      cashFlows,
    },
    results: {
      npv: { label: both('Net bugünkü değer', 'Net present value') },
      presentValue: { label: both('Akışların bugünkü değeri', 'Present value of the flows') },
    },
    calculate: ({ initialInvestment: start, rate: r, cashFlows: flows }) => {
      const presentValue = presentValueOf(flows.values, new Fine(r).plus(1));
      const npv = presentValue.minus(start);
      return {
        values: { npv, presentValue },
        steps: [
          step`Σ_t (C_t / (1 + ${r})^t) = ${presentValue}`,
          step`NPV = ${presentValue} − ${start} = ${npv}`,
        ],
      };
    },
  }),
  operation({
    name: 'irr',
    title: both('İç verim oranı (İVO)', 'Internal rate of return'),
    about: both(
      'Net bugünkü değeri sıfır yapan oran; birkaç tane varsa sıfıra en yakını.',
      'The rate at which the net present value is zero; the one nearest to zero if there are several.',
    ),
    formula: 'Σ_t (C_t / (1 + IRR)^t) − C_0 = 0',
    inputs: { initialInvestment, cashFlows },
    results: { irr: { label: both('İç verim oranı', 'Internal rate of return'), unit: percent } },
    calculate: ({ initialInvestment: start, cashFlows: flows }) => {
      const yearly = internalRate(start, flows.values);
      const irr = yearly.times(100);
      return {
        values: { irr },
        steps: [
          step`IRR = ${yearly} = ${irr} / 100`,
          step`Σ_t (C_t / (1 + ${yearly})^t) = ${presentValueOf(flows.values, yearly.plus(1))}`,
        ],
      };
    },
  }),
  operation({
    name: 'break_even',
    title: both('Başabaş noktası', 'Break-even point'),
    about: both(
      'Gelirin giderleri karşıladığı satış miktarı.',
      'The quantity sold at which revenue covers costs.',
    ),
    formula: 'Q = F / (p − v)',
    inputs: {
      fixedCosts: number({
        label: both('Sabit giderler', 'Fixed costs'),
        example: '5000',
        rule: 'not-negative',
      }),
      pricePerUnit: number({
        label: both('Birim fiyatı', 'Price per unit'),
        example: '25',
        rule: 'positive',
      }),
      variableCostPerUnit: number({
        label: both('Birim değişken gideri', 'Variable cost per unit'),
        example: '15',
        rule: 'not-negative',
      }),
    },
    results: {
      units: { label: both('Miktar', 'Quantity') },
      revenue: { label: both('Ciro', 'Revenue') },
      margin: { label: both('Birim katkı payı', 'Contribution per unit') },
    },
    calculate: ({ fixedCosts, pricePerUnit: price, variableCostPerUnit: cost }) => {
      const margin = price.minus(cost);
      if (margin.lte(0)) throw refuse('math-no-break-even');
      const units = fixedCosts.div(margin);
      return {
        values: { units, revenue: units.times(price), margin },
        steps: [
          step`p − v = ${price} − ${cost} = ${margin}`,
          step`Q = ${fixedCosts} / ${margin} = ${units}`,
          step`Q · p = ${units.times(price)}`,
        ],
      };
    },
  }),
];

export const finance: readonly Operation[] = [...interests, ...values];
