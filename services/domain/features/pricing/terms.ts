import type { CampaignTerms, CycleDiscount } from '@hzm/contracts/features/pricing/campaign';
import type { StoredCampaign, StoredPlan } from '@hzm/contracts/features/pricing/events';
import { amountOf, minor } from '@hzm/contracts/features/pricing/money';
import type { PlanTerms } from '@hzm/contracts/features/pricing/plan';

const ifGiven =
  <T>(convert: (value: number) => T) =>
  (value: number | null): T | null =>
    value === null ? null : convert(value);
const discount =
  (convert: (value: number) => number) =>
  (given: CycleDiscount | null): CycleDiscount | null =>
    given && { ...given, value: convert(given.value) };

/** Converts a plan's terms into what the log keeps: amounts in the smallest unit. */
export const storedPlan = ({ price, yearlyPrice, setupFee, ...others }: PlanTerms): StoredPlan => ({
  ...others,
  price: minor(price),
  yearlyPrice: ifGiven(minor)(yearlyPrice),
  setupFee: minor(setupFee),
});
export const planTermsOf = ({
  price,
  yearlyPrice,
  setupFee,
  ...others
}: StoredPlan): PlanTerms => ({
  ...others,
  price: amountOf(price),
  yearlyPrice: ifGiven(amountOf)(yearlyPrice),
  setupFee: amountOf(setupFee),
});

/** Converts a campaign's terms into what the log keeps: amounts and percentages in hundredths. */
export const storedCampaign = ({
  discountValue,
  monthlyDiscount,
  yearlyDiscount,
  ...others
}: CampaignTerms): StoredCampaign => ({
  ...others,
  discountValue: minor(discountValue),
  monthlyDiscount: discount(minor)(monthlyDiscount),
  yearlyDiscount: discount(minor)(yearlyDiscount),
});
export const campaignTermsOf = ({
  discountValue,
  monthlyDiscount,
  yearlyDiscount,
  ...others
}: StoredCampaign): CampaignTerms => ({
  ...others,
  discountValue: amountOf(discountValue),
  monthlyDiscount: discount(amountOf)(monthlyDiscount),
  yearlyDiscount: discount(amountOf)(yearlyDiscount),
});

type Given<T> = { readonly [M in keyof T]?: T[M] | undefined };
/** Returns the terms with a change; absent members stay. */
export const changed = <T extends object>(now: T, change: Given<T>): T => ({
  ...now,
  ...(Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<T>),
});
export type Change<T> = Given<T>;
