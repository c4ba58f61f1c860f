import type { User } from '@hzm/contracts/features/accounts/account';
import { limitsOf, StorageLimit } from '@hzm/contracts/features/administration/administration';
import { planOfType, type Plan } from '@hzm/contracts/features/pricing/plan';
import { bytesOfGib, gibOf } from '../../lib/gib.ts';
import { isPlan } from './people-view.ts';

/** Form values of a person. `plan` is `admin` for a new administrator only. */
export interface PersonValues {
  readonly [member: string]: string | number | boolean;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly plan: string;
  readonly maxProjects: number | string;
  readonly maxTables: number | string;
  /** In GiB. */
  readonly maxStorage: number | string;
  readonly isAdmin: boolean;
  readonly isActive: boolean;
}

export const valuesOf = ({
  name,
  email,
  subscriptionType,
  maxProjects,
  maxTables,
  maxStorage,
  isAdmin,
  isActive,
}: User): PersonValues => ({
  name,
  email,
  password: '',
  plan: subscriptionType,
  maxProjects,
  maxTables,
  maxStorage: gibOf(maxStorage),
  isAdmin,
  isActive,
});

/** @param offered the plans; a type has the limits of the plan with its name */
export const newPerson = (offered: readonly Plan[]): PersonValues => ({
  name: '',
  email: '',
  password: '',
  plan: 'free',
  ...limitsFor('free', offered),
  isAdmin: false,
  isActive: true,
});

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const MIN_PASSWORD = 6;

type Asked = 'name' | 'email' | 'password' | 'maxProjects' | 'maxTables' | 'maxStorage';
export type PersonRule = 'all' | 'email' | 'password' | 'limit';
const isLimit = (value: number | string): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= -1;

const isStorage = (gib: number | string): boolean =>
  gib !== '' && StorageLimit.safeParse(bytesOfGib(gib)).success;

/**
 * Returns the problems by member. `isNew` requires all; else an empty password keeps the current
 * one.
 */
export function personProblems(
  { name, email, password, maxProjects, maxTables, maxStorage }: PersonValues,
  isNew: boolean,
): Partial<Record<Asked, PersonRule>> {
  return {
    ...(name.trim() === '' && { name: 'all' }),
    ...(email.trim() === '' ? { email: 'all' } : !EMAIL.test(email.trim()) && { email: 'email' }),
    ...(password === ''
      ? isNew && { password: 'all' }
      : password.length < MIN_PASSWORD && { password: 'password' }),
    ...(!isLimit(maxProjects) && { maxProjects: 'limit' }),
    ...(!isLimit(maxTables) && { maxTables: 'limit' }),
    ...(!isStorage(maxStorage) && { maxStorage: 'limit' }),
  };
}

const limit = (value: number | string): number => Number(value);

/** Returns the members that differ from the person's. */
export function changesOf(
  user: User,
  {
    name,
    email,
    password,
    plan,
    maxProjects,
    maxTables,
    maxStorage,
    isAdmin,
    isActive,
  }: PersonValues,
) {
  const isOtherPlan = plan !== user.subscriptionType;
  return {
    ...(name.trim() !== user.name && { name: name.trim() }),
    ...(email.trim().toLowerCase() !== user.email && { email: email.trim() }),
    ...(password !== '' && { password }),
    ...(isOtherPlan && isPlan(plan) && { subscriptionType: plan }),
    // A new plan changes limits, so the shown ones are sent.
    ...((isOtherPlan || limit(maxProjects) !== user.maxProjects) && {
      maxProjects: limit(maxProjects),
    }),
    ...((isOtherPlan || limit(maxTables) !== user.maxTables) && { maxTables: limit(maxTables) }),
    ...((isOtherPlan || bytesOfGib(maxStorage, user.maxStorage) !== user.maxStorage) && {
      maxStorage: bytesOfGib(maxStorage, user.maxStorage),
    }),
    ...(isAdmin !== user.isAdmin && { isAdmin }),
    ...(isActive !== user.isActive && { isActive }),
  };
}

/**
 * Returns the limits of a chosen subscription type, as the server applies them without explicit
 * ones.
 */
export function limitsFor(
  plan: string,
  offered: readonly Plan[],
): Pick<PersonValues, 'maxProjects' | 'maxTables' | 'maxStorage'> {
  if (!isPlan(plan)) return { maxProjects: -1, maxTables: -1, maxStorage: -1 };
  const limits = limitsOf(plan, planOfType(plan, offered));
  return { ...limits, maxStorage: gibOf(limits.maxStorage) };
}
