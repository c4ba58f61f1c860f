import { END } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/master/api';
import { MASTER, masterDocs, type MasterDoc } from '@hzm/projections/features/master/master';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle, type Context } from '@hzm/services/core/engine';
import { newMasterKey, randomLetters } from '@hzm/services/core/security/api-key';
import { sameSecret } from '@hzm/services/core/security/same-secret';
import { AUTHORITY, authority, isActiveAdmin } from '../accounts/authority.ts';
import {
  createMaster,
  master,
  MASTER_STREAM,
  refreshMasterKey,
  refreshMasterPassword,
  type MasterState,
} from './master.ts';
import { MASTER_PASSWORD_LENGTH, renewMasterIfSeen } from './renewal.ts';

/** The subject that failed creation passwords are counted by. */
const SUBJECT = 'master credentials';
const MIN_CREATION_PASSWORD_LENGTH = 6;

interface Proof {
  readonly master_email: string;
  readonly api_creation_password: string;
}

const refused = (): Problem => new Problem('FORBIDDEN', { text: 'master-refused' });

/** Whether a creation password is the configured one or, where none is, the one that was hashed. */
const isRight = (
  { engine, passwords }: Context,
  given: string,
  hash: string | undefined,
): Promise<boolean> => {
  const { creationPassword } = engine;
  return creationPassword === undefined
    ? passwords.verify(SUBJECT, given, hash)
    : passwords.check(async () => sameSecret(given, creationPassword), SUBJECT);
};

/**
 * Checks the creation password before anything is said, so that a wrong address is not told from a
 * wrong password. @throws Problem FORBIDDEN, RATE_LIMIT_EXCEEDED
 */
async function proved(
  context: Context,
  { master_email, api_creation_password }: Proof,
): Promise<MasterState> {
  const state = await context.engine.executor.load(MASTER_STREAM, master);
  const fits = await isRight(context, api_creation_password, state?.creationHash);
  if (!fits || !state || !sameSecret(state.email, master_email)) throw refused();
  return state;
}

/**
 * Checks the creation password. If none is configured, the first creation sets it.
 * @throws Problem FORBIDDEN, VALIDATION_ERROR
 */
async function checkCreation(context: Context, given: string): Promise<void> {
  if (context.engine.creationPassword !== undefined) {
    if (!(await isRight(context, given, undefined))) throw refused();
  } else if (given.length < MIN_CREATION_PASSWORD_LENGTH)
    throw new Problem('VALIDATION_ERROR', {
      details: [{ path: 'api_creation_password', message: { key: 'password-too-short' } }],
    });
}

/**
 * Whether the caller administers, as the log tells: their right may have ended while the request
 * was under way.
 */
const stillAdministers = async ({ engine, caller }: Context): Promise<boolean> =>
  isActiveAdmin(await engine.executor.load(AUTHORITY, authority), caller.actor);

/**
 * Decides, and waits until what was before is refused. What an administrator's last request made is
 * renewed at once. @throws Problem FORBIDDEN
 */
async function decided(context: Context, decide: (s: MasterState | undefined) => Decision) {
  const { engine, request } = context;
  const { state, position } = await engine.executor.execute(request, {
    stream: MASTER_STREAM,
    decider: master,
    decide,
  });
  await engine.projector.waitForPosition(position);
  if (!(await stillAdministers(context))) {
    await renewMasterIfSeen(engine, request, END);
    throw refused();
  }
  return { state: state!, position };
}

/**
 * The credentials for a caller who administers. What is read first is at most what they could see.
 * @throws Problem FORBIDDEN
 */
async function currentFor(context: Context): Promise<api.MasterCredentials | undefined> {
  const doc = await context.engine.model.get(masterDocs, MASTER);
  if (!(await stillAdministers(context))) throw refused();
  return doc && credentialsOf(doc);
}

const credentialsOf = ({
  email,
  apiKey,
  password,
  updatedAt,
}: MasterDoc): api.MasterCredentials => ({
  master_email: email,
  master_key: apiKey,
  master_password: password,
  last_updated: updatedAt,
});

export const handlers = [
  handle(api.currentMaster, async context => {
    const credentials = await currentFor(context);
    return { data: { exists: credentials !== undefined, credentials: credentials ?? null } };
  }),

  handle(api.masterLogin, async (context, { body }) => {
    await proved(context, body);
    const credentials = await currentFor(context);
    if (!credentials) throw refused();
    return { data: { credentials } };
  }),

  handle(
    api.createMaster,
    async (context, { body: { master_email: email, api_creation_password: given } }) => {
      const { engine, passwords } = context;
      await checkCreation(context, given);
      const made = {
        email,
        apiKey: newMasterKey(engine.now()),
        password: randomLetters(MASTER_PASSWORD_LENGTH),
        creationHash: await passwords.hash(given),
      };
      const { state, position } = await decided(context, createMaster(made));
      return { data: { master_key: state.apiKey, master_password: state.password }, position };
    },
  ),

  handle(api.refreshMasterKey, async (context, { body }) => {
    await proved(context, body);
    const { state, position } = await decided(
      context,
      refreshMasterKey(newMasterKey(context.engine.now())),
    );
    return { data: { new_api_key: state.apiKey }, position };
  }),

  handle(api.refreshMasterPassword, async (context, { body }) => {
    await proved(context, body);
    const { state, position } = await decided(
      context,
      refreshMasterPassword(randomLetters(MASTER_PASSWORD_LENGTH)),
    );
    return { data: { new_password: state.password }, position };
  }),
];
