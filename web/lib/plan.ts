import { UNLIMITED } from '@hzm/contracts/features/accounts/account';

/** Whether a plan's limit is reached. */
export const isFull = (used: number, limit: number): boolean =>
  limit !== UNLIMITED && used >= limit;
