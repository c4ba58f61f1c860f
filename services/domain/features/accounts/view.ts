import type { Doc } from '@hzm/contracts/core/change';
import type { User } from '@hzm/contracts/features/accounts/account';
import { Problem } from '@hzm/contracts/core/problem';
import type { Engine } from '@hzm/services/core/engine';

/** An account as the read model keeps it. */
export type AccountDoc = Doc & User & { readonly passwordHash: string };

/** @throws Problem NOT_FOUND */
export async function accountDoc({ model }: Pick<Engine, 'model'>, id: string): Promise<AccountDoc> {
  const doc = await model.get<AccountDoc>('accounts', id);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** An account on the wire. */
export const userOf = ({ id, name, email, isAdmin, isActive, subscriptionType, maxProjects, maxTables, createdAt }: AccountDoc): User =>
  ({ id, name, email, isAdmin, isActive, subscriptionType, maxProjects, maxTables, createdAt });
