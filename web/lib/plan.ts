import { UNLIMITED } from '@hzm/contracts/features/accounts/account';

/** Whether a plan allows no more of something. */
export const isFull = (used: number, limit: number): boolean =>
  limit !== UNLIMITED && used >= limit;
