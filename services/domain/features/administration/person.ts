import { accountDeleted, accountRegistered, passwordChanged } from '@hzm/contracts/features/accounts/events';
import { limitsOf } from '@hzm/contracts/features/administration/administration';
import { accountDescribed, accountPlanChanged } from '@hzm/contracts/features/administration/events';
import type { User } from '@hzm/contracts/features/accounts/account';
import { decider, reject, type Decision } from '@hzm/services/core/decider';

type Plan = Pick<User, 'subscriptionType' | 'maxProjects' | 'maxTables'>;
/** What an administrator can change of a person. */
type Person = { readonly kind: 'none' } | (Plan & Pick<User, 'name' | 'email'> & { readonly kind: 'active' });

export const person = decider<Person>({ kind: 'none' }, when => [
  when(accountRegistered, (_, { name, email, subscriptionType, maxProjects, maxTables }) => ({ kind: 'active', name, email, subscriptionType, maxProjects, maxTables })),
  when(accountDescribed, (s, { name, email }) => ({ ...s, name, email })),
  when(accountPlanChanged, (s, { subscriptionType, maxProjects, maxTables }) => ({ ...s, subscriptionType, maxProjects, maxTables })),
  when(accountDeleted, () => ({ kind: 'none' })),
]);

type Given<T> = { readonly [M in keyof T]?: T[M] | undefined };
export type PersonChange = Given<Plan & Pick<User, 'name' | 'email'>> & { readonly passwordHash?: string | undefined };

/** Another plan brings its limits, unless some are given. */
function planOf(now: Plan, { subscriptionType = now.subscriptionType, maxProjects, maxTables }: Given<Plan>): Plan {
  const usual = subscriptionType === now.subscriptionType ? now : limitsOf(subscriptionType);
  return { subscriptionType, maxProjects: maxProjects ?? usual.maxProjects, maxTables: maxTables ?? usual.maxTables };
}

/** All of it, or nothing. A new password ends every session. */
export const changePerson = (accountId: string, { passwordHash, ...change }: PersonChange) => (s: Person): Decision => {
  if (s.kind === 'none') return reject('NOT_FOUND');
  const { name = s.name, email = s.email } = change;
  const plan = planOf(s, change);
  const isSamePlan = plan.subscriptionType === s.subscriptionType && plan.maxProjects === s.maxProjects && plan.maxTables === s.maxTables;
  return [
    ...(name === s.name && email === s.email ? [] : [accountDescribed({ accountId, name, email })]),
    ...(isSamePlan ? [] : [accountPlanChanged({ accountId, ...plan })]),
    ...(passwordHash === undefined ? [] : [passwordChanged({ accountId, passwordHash, keptSessionId: null })]),
  ];
};
