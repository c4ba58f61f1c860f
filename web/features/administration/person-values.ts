import type { User } from '@hzm/contracts/features/accounts/account';
import { limitsOf, StorageLimit } from '@hzm/contracts/features/administration/administration';
import { planOfType, type Plan } from '@hzm/contracts/features/pricing/plan';
import { bytesOfGib, gibOf } from '../../lib/gib.ts';
import { isPlan } from './people-view.ts';

/** What a form about a person holds. `plan` is `admin` for a new administrator only. */
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

/** @param offered the plans, whose limits a type has that carries the name of one */
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
 * What is wrong, by member. `isNew`: everything must be filled in; otherwise an empty password
 * leaves the old one.
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

/** The members that differ from what the person is. */
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
    // A new plan brings limits: what is shown is what is meant.
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
 * What a subscription type brings where one chooses it, as the server does where no limits are
 * named.
 */
export function limitsFor(
  plan: string,
  offered: readonly Plan[],
): Pick<PersonValues, 'maxProjects' | 'maxTables' | 'maxStorage'> {
  if (!isPlan(plan)) return { maxProjects: -1, maxTables: -1, maxStorage: -1 };
  const limits = limitsOf(plan, planOfType(plan, offered));
  return { ...limits, maxStorage: gibOf(limits.maxStorage) };
}
