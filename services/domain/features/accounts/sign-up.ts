import type { AnswerOf, InputOf } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import { UNLIMITED, type User } from '@hzm/contracts/features/accounts/account';
import type { register } from '@hzm/contracts/features/accounts/api';
import { words } from '@hzm/contracts/features/projects/words';
import { reject } from '@hzm/services/core/commands/decider';
import { emailStream } from '@hzm/services/core/commands/reservation-key';
import type { Context, Engine, Passwords, Result } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';
import { systemRequest, type Request } from '../../../core/commands/request.ts';
import { wholeSource } from '../../../core/limits/source.ts';
import { passwordSubject, accountDoc, userOf } from '../../access/account.ts';
import { projectOf } from '../../access/project.ts';
import { create } from '../../portfolio/create-project.ts';
import { usualLimits } from '../pricing/usual-limits.ts';
import { abandonedOf, MAKING_MS } from './abandoned.ts';
import {
  account,
  administrator,
  claimAdministration,
  registerAccount,
  type Account,
  type Reservation,
} from './account.ts';
import { takeAddress } from './addresses.ts';
import { credentialsOf, signIn } from './sign-in.ts';

const ADMIN_STREAM = 'installation-admin';

/** The claim of the installation, and the state of its holder's account. */
async function claimed({ executor }: Engine): Promise<[Reservation, Account['kind']]> {
  const claim = await executor.load(ADMIN_STREAM, administrator);
  const { holder } = claim;
  return [
    claim,
    holder === undefined ? 'none' : (await executor.load(`account-${holder}`, account)).kind,
  ];
}

/** @throws Problem EMAIL_TAKEN: the name of a request alone lets nobody in */
async function verifiedHash(
  known: Account,
  passwords: Passwords,
  email: string,
  password: string,
): Promise<string> {
  const hash = known.kind === 'active' ? known.passwordHash : undefined;
  if (!(await passwords.verify(passwordSubject(email), password, hash)))
    throw new Problem('EMAIL_TAKEN');
  return hash!;
}

/** A new person. `plan`: what an administrator gives them; otherwise that of whoever registers. */
export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly plan?: Pick<User, 'subscriptionType' | 'maxProjects' | 'maxTables' | 'maxStorage'>;
}

/**
 * Makes an account with a default project. The address is reserved first, so that no two accounts
 * can have it. What an administrator makes is their act. @throws Problem EMAIL_TAKEN
 */
export async function makeAccount(context: Context, { name, email, password, plan }: NewPerson) {
  const { engine, language, passwords } = context;
  const { executor, vault } = engine;
  // Strangers have no name: what one of them calls a request must not reach another's account. The
  // id tells nothing of the address.
  const stream = emailStream(email, vault.pepper);
  const accountId = await executor.idWithStream(
    context.request,
    `stream:${stream}`,
    `account ${stream}`,
    id => `account-${id}`,
  );
  const request = plan ? context.request : { ...context.request, actor: accountId };
  const own = { ...context, request };

  // Each registration computes one hash, whatever becomes of it, so that its time tells nothing.
  // One that comes again is checked, and limited, as a sign-in is.
  const known = request.repeatable
    ? await executor.load(`account-${accountId}`, account)
    : account.initial;
  const passwordHash =
    known.kind === 'none'
      ? await passwords.hash(password)
      : await verifiedHash(known, passwords, email, password);

  const begun = performance.now();
  await takeAddress(engine, request, accountId, email);
  // An installation has one first administrator, for ever: after their account is closed, no
  // stranger takes it over.
  const isAdmin = plan === undefined && (await claim(engine, request, accountId));
  const limits =
    plan ??
    (isAdmin
      ? ({
          subscriptionType: 'enterprise',
          maxProjects: UNLIMITED,
          maxTables: UNLIMITED,
          maxStorage: UNLIMITED,
        } as const)
      : ({ subscriptionType: 'free', ...(await usualLimits(engine))('free') } as const));
  const { state: registered } = await executor.execute(request, {
    stream: `account-${accountId}`,
    decider: account,
    decide: state =>
      // Another process may have taken the address of one that stood still for so long.
      performance.now() - begun > MAKING_MS
        ? reject('NOT_READY')
        : registerAccount({ accountId, name, email, passwordHash, isAdmin, ...limits })(state),
  });
  // The same request at the same time may have been the first.
  const proven =
    registered.kind === 'active' && registered.passwordHash === passwordHash
      ? passwordHash
      : await verifiedHash(registered, passwords, email, password);
  const { project } = await create(own, accountId, limits.maxProjects, {
    name: words[language]['default-project'],
    description: '',
    keyType: 'project',
  });
  return { own, accountId, project, passwordHash: proven };
}

/** Whether the account runs the place: the first that registers does. */
async function claim(engine: Engine, request: Request, accountId: string): Promise<boolean> {
  const [current, kind] = await claimed(engine);
  const abandoned = kind === 'none' ? abandonedOf(engine, ADMIN_STREAM, current) : undefined;
  const { state } = await engine.executor.execute(request, {
    stream: ADMIN_STREAM,
    decider: administrator,
    decide: claimAdministration(accountId, abandoned),
  });
  return state.holder === accountId;
}

/** Makes an account with a default project, and signs in. @throws Problem EMAIL_TAKEN */
export async function signUp(
  context: Context,
  { body }: Pick<InputOf<typeof register>, 'body'>,
): Promise<Result<AnswerOf<typeof register>>> {
  const { engine } = context;
  const { own, accountId, project, passwordHash } = await makeAccount(context, body);
  const issued = await signIn(own, { id: accountId, email: body.email, passwordHash });
  const user = await accountDoc(engine, accountId);
  return {
    data: {
      user: userOf(user),
      credentials: credentialsOf(user, [project]),
      ...issued,
      project: projectOf(project, user, 'owner', 'whole'),
    },
    position: engine.projector.position,
  };
}

/** Makes the administrator that the configuration names, where there is none yet. */
export async function ensureAdministrator(
  engine: Engine,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  if ((await claimed(engine))[1] !== 'none') return;
  await signUp(
    {
      engine,
      source: wholeSource('system'),
      pause: slice,
      language: 'tr',
      expected: undefined,
      agent: '',
      isLocal: false,
      caller: {
        actor: 'system',
        accountId: undefined,
        isAdmin: false,
        sessionId: undefined,
        key: undefined,
      },
      request: systemRequest('first-administrator'),
      meter: async () => undefined,
      limit: async () => undefined,
      passwords: {
        hash: text => engine.hashing.hash(text, 'system'),
        verify: async () => false,
        check: async () => false,
        signedIn: () => undefined,
      },
    },
    { body: { name: email.split('@')[0]!, email, password } },
  );
}
