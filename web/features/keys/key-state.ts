import { unfitName } from '@hzm/contracts/core/name';
import { KeyTerms, type ApiKey, type KeyPermission } from '@hzm/contracts/features/keys/key';
import type { KeyType } from '@hzm/contracts/features/projects/project';
import type { Rule } from '../../ui/rule-texts.ts';

/** @param now in milliseconds since 1970 */
export const statusOf = (
  { expiresAt, isActive, isSuspended }: Pick<ApiKey, 'expiresAt' | 'isActive' | 'isSuspended'>,
  now: number,
): 'active' | 'inactive' | 'expired' | 'suspended' =>
  expiresAt !== null && Date.parse(expiresAt) <= now
    ? 'expired'
    : isActive
      ? 'active'
      : isSuspended
        ? 'suspended'
        : 'inactive';

export interface KeyInput {
  readonly name: string;
  readonly permissions: readonly KeyPermission[];
  readonly scope: KeyType;
  /** Last valid day, `YYYY-MM-DD`; null for no expiry. */
  readonly lastDay: string | null;
  readonly rateLimit: number | string;
}

/** Returns the end of a day in the reader's calendar. */
export const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

function nameProblem(name: string): Rule | undefined {
  if (name.trim() === '') return 'api-key-name-empty';
  return (
    unfitName(name) ??
    (KeyTerms.shape.name.safeParse(name).success ? undefined : 'api-key-name-too-long')
  );
}

/** @param kept the previous last day, which may be over */
export function keyProblems(
  { name, permissions, lastDay, rateLimit }: KeyInput,
  today: string,
  kept: string | null = null,
): Partial<Record<keyof KeyInput, Rule>> {
  const wrongName = nameProblem(name);
  return {
    ...(wrongName && { name: wrongName }),
    ...(permissions.length === 0 && { permissions: 'api-key-permissions-empty' as const }),
    ...(lastDay !== null &&
      lastDay !== kept &&
      lastDay < today && { lastDay: 'api-key-expiry-past' as const }),
    ...(!KeyTerms.shape.rateLimit.safeParse(rateLimit).success && {
      rateLimit: 'rate-limit-unfit' as const,
    }),
  };
}
