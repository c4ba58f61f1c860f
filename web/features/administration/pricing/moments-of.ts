import type { Pricing } from '../../../state/pricing.live.ts';

/** When prices become others by themselves. */
export const momentsOf = ({ plans, campaigns }: Pricing): (string | null)[] => [
  ...plans.flatMap(({ availableFrom, availableUntil }) => [availableFrom, availableUntil]),
  ...campaigns.flatMap(({ startDate, endDate }) => [startDate, endDate]),
];
