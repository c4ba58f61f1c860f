import { masterCredentialsCreated, masterKeyRefreshed, masterPasswordRefreshed, OF_MASTER } from '@hzm/contracts/features/master/events';
import { decider, reject, type Decision } from '@hzm/services/core/decider';

export const MASTER_STREAM = 'installation-master';
const installation = OF_MASTER;

export interface MasterState {
  readonly email: string;
  readonly apiKey: string;
  readonly password: string;
  readonly creationHash: string;
}

/** Undefined: none were made yet. */
export const master = decider<MasterState | undefined>(undefined, when => [
  when(masterCredentialsCreated, (_, { email, apiKey, password, creationHash }) => ({ email, apiKey, password, creationHash })),
  when(masterKeyRefreshed, (s, { apiKey }) => s && { ...s, apiKey }),
  when(masterPasswordRefreshed, (s, { password }) => s && { ...s, password }),
]);

export const createMaster = (made: MasterState) => (s: MasterState | undefined): Decision =>
  (s ? reject('CONFLICT', { text: 'master-exists' }) : [masterCredentialsCreated({ installation, ...made })]);

export const refreshMasterKey = (apiKey: string) => (s: MasterState | undefined): Decision => (s ? [masterKeyRefreshed({ installation, apiKey })] : reject('FORBIDDEN', { text: 'master-refused' }));

export const refreshMasterPassword = (password: string) => (s: MasterState | undefined): Decision => (s ? [masterPasswordRefreshed({ installation, password })] : reject('FORBIDDEN', { text: 'master-refused' }));
