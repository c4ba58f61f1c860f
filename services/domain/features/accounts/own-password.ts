import { Problem } from '@hzm/contracts/core/problem';
import type { AccountDoc } from '@hzm/projections/features/accounts/accounts';
import type { Passwords } from '@hzm/services/core/engine';
import { passwordSubject } from '../../access/account.ts';

/** Whether a person shows the password of their own account. @throws Problem RATE_LIMIT_EXCEEDED */
export const isOwnPassword = (
  passwords: Passwords,
  { email, passwordHash }: Pick<AccountDoc, 'email' | 'passwordHash'>,
  password: string,
): Promise<boolean> => passwords.verify(passwordSubject(email), password, passwordHash);

/** @param path the member of the body that holds it */
export const wrongPassword = (path: string): Problem =>
  new Problem('VALIDATION_ERROR', { details: [{ path, message: { key: 'password-wrong' } }] });
