import type { Pricing } from '../../../state/pricing.live.ts';

/** Returns the times at which prices change by themselves. */
export const momentsOf = ({ plans, campaigns }: Pricing): (string | null)[] => [
  ...plans.flatMap(({ availableFrom, availableUntil }) => [availableFrom, availableUntil]),
  ...campaigns.flatMap(({ startDate, endDate }) => [startDate, endDate]),
];
