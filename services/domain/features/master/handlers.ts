import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/master/api';
import { MASTER, masterDocs, type MasterDoc } from '@hzm/projections/features/master/master';
import { newMasterKey, randomLetters } from '@hzm/services/core/api-key';
import type { Decision } from '@hzm/services/core/decider';
import { handle, type Context } from '@hzm/services/core/engine';
import { sameSecret } from '@hzm/services/core/same-secret';
import { createMaster, master, MASTER_STREAM, refreshMasterKey, refreshMasterPassword, type MasterState } from './master.ts';

/** What guesses at the creation password are counted by. */
const SUBJECT = 'master credentials';
const PASSWORD_LENGTH = 24;
const MIN_CREATION_PASSWORD_LENGTH = 6;

interface Proof {
  readonly master_email: string;
  readonly api_creation_password: string;
}

const refused = (): Problem => new Problem('FORBIDDEN', { text: 'master-refused' });

/** Whether a creation password is the configured one or, where none is, the one that was hashed. */
const isRight = ({ engine, passwords }: Context, given: string, hash: string | undefined): Promise<boolean> => {
  const { creationPassword } = engine;
  return creationPassword === undefined ? passwords.verify(SUBJECT, given, hash) : passwords.check(async () => sameSecret(given, creationPassword), SUBJECT);
};

/** Checks the creation password before anything is said, so that a wrong address is not told from a wrong password. @throws Problem FORBIDDEN, RATE_LIMIT_EXCEEDED */
async function proved(context: Context, { master_email, api_creation_password }: Proof): Promise<MasterState> {
  const state = await context.engine.executor.load(MASTER_STREAM, master);
  const fits = await isRight(context, api_creation_password, state?.creationHash);
  if (!fits || !state || !sameSecret(state.email, master_email)) throw refused();
  return state;
}

/** What the first creation gives becomes the creation password, where none is configured. @throws Problem FORBIDDEN, VALIDATION_ERROR */
async function checkCreation(context: Context, given: string): Promise<void> {
  if (context.engine.creationPassword !== undefined) {
    if (!(await isRight(context, given, undefined))) throw refused();
  } else if (given.length < MIN_CREATION_PASSWORD_LENGTH) throw new Problem('VALIDATION_ERROR', { details: [{ path: 'api_creation_password', message: { key: 'password-too-short' } }] });
}

/** Decides, and waits until what was before is refused. */
async function decided({ engine, request }: Context, decide: (s: MasterState | undefined) => Decision) {
  const { state, position } = await engine.executor.execute(request, { stream: MASTER_STREAM, decider: master, decide });
  await engine.projector.waitForPosition(position);
  return { state: state!, position };
}

const credentialsOf = ({ email, apiKey, password, updatedAt }: MasterDoc): api.MasterCredentials => ({ master_email: email, master_key: apiKey, master_password: password, last_updated: updatedAt });

export const handlers = [
  handle(api.currentMaster, async ({ engine }) => {
    const doc = await engine.model.get(masterDocs, MASTER);
    return { data: { exists: doc !== undefined, credentials: doc ? credentialsOf(doc) : null } };
  }),

  handle(api.masterLogin, async (context, { body }) => {
    await proved(context, body);
    const doc = await context.engine.model.get(masterDocs, MASTER);
    if (!doc) throw refused();
    return { data: { credentials: credentialsOf(doc) } };
  }),

  handle(api.createMaster, async (context, { body: { master_email: email, api_creation_password: given } }) => {
    const { engine, passwords } = context;
    await checkCreation(context, given);
    const made = { email, apiKey: newMasterKey(engine.now()), password: randomLetters(PASSWORD_LENGTH), creationHash: await passwords.hash(given) };
    const { state, position } = await decided(context, createMaster(made));
    return { data: { master_key: state.apiKey, master_password: state.password }, position };
  }),

  handle(api.refreshMasterKey, async (context, { body }) => {
    await proved(context, body);
    const { state, position } = await decided(context, refreshMasterKey(newMasterKey(context.engine.now())));
    return { data: { new_api_key: state.apiKey }, position };
  }),

  handle(api.refreshMasterPassword, async (context, { body }) => {
    await proved(context, body);
    const { state, position } = await decided(context, refreshMasterPassword(randomLetters(PASSWORD_LENGTH)));
    return { data: { new_password: state.password }, position };
  }),
];
