import type { User } from '@hzm/contracts/features/accounts/account';
import {
  accountDeleted,
  accountRegistered,
  passwordChanged,
} from '@hzm/contracts/features/accounts/events';
import { limitsOf } from '@hzm/contracts/features/administration/administration';
import {
  accountDescribed,
  accountPlanChanged,
} from '@hzm/contracts/features/administration/events';
import { accountSubscribed, accountUnsubscribed } from '@hzm/contracts/features/pricing/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

type Plan = Pick<User, 'subscriptionType' | 'maxProjects' | 'maxTables' | 'maxStorage'>;
/**
 * The members of a person that an administrator can change. `subscription`: the plan that they
 * took.
 */
type Person =
  | { readonly kind: 'none' }
  | (Plan &
      Pick<User, 'name' | 'email'> & {
        readonly kind: 'active';
        readonly subscription: { readonly id: string; readonly planName: string } | undefined;
      });

export const person = decider<Person>({ kind: 'none' }, when => [
  when(
    accountRegistered,
    (_, { name, email, subscriptionType, maxProjects, maxTables, maxStorage }) => ({
      kind: 'active',
      name,
      email,
      subscriptionType,
      maxProjects,
      maxTables,
      maxStorage,
      subscription: undefined,
    }),
  ),
  when(accountDescribed, (s, { name, email }) => ({ ...s, name, email })),
  when(accountPlanChanged, (s, { subscriptionType, maxProjects, maxTables, maxStorage }) => ({
    ...s,
    subscriptionType,
    maxProjects,
    maxTables,
    maxStorage,
  })),
  when(accountSubscribed, (s, { subscriptionId, planName }) => ({
    ...s,
    subscription: { id: subscriptionId, planName },
  })),
  when(accountUnsubscribed, s => ({ ...s, subscription: undefined })),
  when(accountDeleted, () => ({ kind: 'none' })),
]);

type Given<T> = { readonly [M in keyof T]?: T[M] | undefined };
export type PersonChange = Given<Plan & Pick<User, 'name' | 'email'>> & {
  readonly passwordHash?: string | undefined;
};

/** The limits of a subscription type. */
export type UsualLimits = (
  type: Plan['subscriptionType'],
) => Pick<Plan, 'maxProjects' | 'maxTables' | 'maxStorage'>;

/** Another plan brings its limits, unless some are given. */
function planOf(
  now: Plan,
  { subscriptionType = now.subscriptionType, maxProjects, maxTables, maxStorage }: Given<Plan>,
  limits: UsualLimits,
): Plan {
  const usual = subscriptionType === now.subscriptionType ? now : limits(subscriptionType);
  return {
    subscriptionType,
    maxProjects: maxProjects ?? usual.maxProjects,
    maxTables: maxTables ?? usual.maxTables,
    maxStorage: maxStorage ?? usual.maxStorage,
  };
}

/**
 * All of it, or nothing. A new password ends every session; another subscription type ends the plan
 * that the person took.
 */
export const changePerson =
  (
    accountId: string,
    { passwordHash, ...change }: PersonChange,
    limits: UsualLimits = type => limitsOf(type),
  ) =>
  (s: Person): Decision => {
    if (s.kind === 'none') return reject('NOT_FOUND');
    const { name = s.name, email = s.email } = change;
    const plan = planOf(s, change, limits);
    const isSamePlan =
      plan.subscriptionType === s.subscriptionType &&
      plan.maxProjects === s.maxProjects &&
      plan.maxTables === s.maxTables &&
      plan.maxStorage === s.maxStorage;
    return [
      ...(name === s.name && email === s.email
        ? []
        : [accountDescribed({ accountId, name, email })]),
      ...(isSamePlan ? [] : [accountPlanChanged({ accountId, ...plan })]),
      ...(s.subscription === undefined || plan.subscriptionType === s.subscriptionType
        ? []
        : [
            accountUnsubscribed({
              accountId,
              subscriptionId: s.subscription.id,
              planName: s.subscription.planName,
              reason: 'replaced',
              ...plan,
            }),
          ]),
      ...(passwordHash === undefined
        ? []
        : [passwordChanged({ accountId, passwordHash, keptSessionId: null })]),
    ];
  };
