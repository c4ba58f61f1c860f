import { START, type Position } from '@hzm/contracts/core/position';
import {
  masterCredentialsCreated,
  masterCredentialsRenewed,
  masterKeyRefreshed,
  masterPasswordRefreshed,
  OF_MASTER,
} from '@hzm/contracts/features/master/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

export const MASTER_STREAM = 'installation-master';
const installation = OF_MASTER;

export interface NewMaster {
  readonly email: string;
  readonly apiKey: string;
  readonly password: string;
  readonly creationHash: string;
}

/** `keyAt`, `passwordAt`: the positions of the events that set them. */
export interface MasterState extends NewMaster {
  readonly keyAt: Position;
  readonly passwordAt: Position;
}

/** Undefined: none were made yet. */
export const master = decider<MasterState | undefined>(undefined, when => [
  when(
    masterCredentialsCreated,
    (_, { email, apiKey, password, creationHash }, { position = START }) => ({
      email,
      apiKey,
      password,
      creationHash,
      keyAt: position,
      passwordAt: position,
    }),
  ),
  when(
    masterKeyRefreshed,
    (s, { apiKey }, { position = START }) => s && { ...s, apiKey, keyAt: position },
  ),
  when(
    masterPasswordRefreshed,
    (s, { password }, { position = START }) => s && { ...s, password, passwordAt: position },
  ),
  when(
    masterCredentialsRenewed,
    (s, { apiKey, password }, { position = START }) =>
      s && { ...s, apiKey, password, keyAt: position, passwordAt: position },
  ),
]);

export const createMaster =
  (made: NewMaster) =>
  (s: MasterState | undefined): Decision =>
    s
      ? reject('CONFLICT', { text: 'master-exists' })
      : [masterCredentialsCreated({ installation, ...made })];

export const refreshMasterKey =
  (apiKey: string) =>
  (s: MasterState | undefined): Decision =>
    s
      ? [masterKeyRefreshed({ installation, apiKey })]
      : reject('FORBIDDEN', { text: 'master-refused' });

export const refreshMasterPassword =
  (password: string) =>
  (s: MasterState | undefined): Decision =>
    s
      ? [masterPasswordRefreshed({ installation, password })]
      : reject('FORBIDDEN', { text: 'master-refused' });

type Secrets = Pick<NewMaster, 'apiKey' | 'password'>;

/**
 * Renews both if one of them is older than the end of an administrator's right. @param told the
 * remaining administrators
 */
export const renewMaster =
  (secrets: Secrets, endedAt: Position, told: readonly string[]) =>
  (s: MasterState | undefined): Decision =>
    s && (s.keyAt < endedAt || s.passwordAt < endedAt)
      ? [masterCredentialsRenewed({ installation, ...secrets, told: [...told] })]
      : [];
