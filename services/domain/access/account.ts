import { Problem } from '@hzm/contracts/core/problem';
import type { User } from '@hzm/contracts/features/accounts/account';
import { accountDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import type { Engine } from '@hzm/services/core/engine';

/** @throws Problem NOT_FOUND */
export async function accountDoc(
  { model }: Pick<Engine, 'model'>,
  id: string,
): Promise<AccountDoc> {
  const doc = await model.get(accountDocs, id);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** Whether the account was seen to read the mailbox of its address: registering proves nothing. */
export const hasProvenEmail = ({ email, provenEmail }: AccountDoc): boolean =>
  email === provenEmail;

/** An account on the wire. */
export const userOf = ({
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
}: AccountDoc): User => ({
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

/** The subject by which guesses at a person's password are counted, however they are made. */
export const passwordSubject = (email: string): string => `account ${email}`;
