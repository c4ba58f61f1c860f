import type { User } from '@hzm/contracts/features/accounts/account';
import type { PersonDoc } from '@hzm/projections/features/administration/administration';

/** A person on the wire. */
export const userOf = ({ id, columns: { text: _, ...shown }, maxProjects, maxTables }: PersonDoc): User => ({ id, ...shown, maxProjects, maxTables });
