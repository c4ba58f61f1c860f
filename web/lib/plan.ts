import { UNLIMITED } from '@hzm/contracts/features/accounts/account';

export const isFull = (used: number, limit: number): boolean =>
  limit !== UNLIMITED && used >= limit;
