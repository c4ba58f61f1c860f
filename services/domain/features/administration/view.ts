import type { User } from '@hzm/contracts/features/accounts/account';
import type { PersonDoc } from '@hzm/projections/features/administration/administration';

/** A person on the wire. */
export const listedUserOf = ({
  id,
  columns: { name, email, isAdmin, isActive, subscriptionType, planName, createdAt },
  maxProjects,
  maxTables,
  maxStorage,
}: PersonDoc): User => ({
  id,
  name,
  email,
  isAdmin,
  isActive,
  subscriptionType,
  planName,
  maxProjects,
  maxTables,
  maxStorage,
  createdAt,
});
