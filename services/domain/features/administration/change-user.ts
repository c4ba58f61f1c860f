import type { AnswerOf, InputOf } from '@hzm/contracts/core/call';
import { laterOf, ordinal } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { changeUser } from '@hzm/contracts/features/administration/api';
import {
  EVERYBODY,
  personDocs,
  type PersonDoc,
} from '@hzm/projections/features/administration/administration';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import type { Context, Engine, Result } from '@hzm/services/core/engine';
import {
  heldAddress,
  settleAddresses,
  takeAddress,
  type HeldAddress,
} from '../accounts/addresses.ts';
import { AUTHORITY, authority, changeAccountAccess, isBarred } from '../accounts/authority.ts';
import { endLooks } from '../looks/view.ts';
import { renewMasterIfSeen } from '../master/renewal.ts';
import { usualLimits } from '../pricing/usual-limits.ts';
import { changePerson, person } from './person.ts';
import { listedUserOf } from './view.ts';

type Body = InputOf<typeof changeUser>['body'];

/** @throws Problem NOT_FOUND */
export async function personDoc(
  { model }: Pick<Engine, 'model'>,
  accountId: string,
): Promise<PersonDoc> {
  const doc = await model.get(personDocs, accountId, EVERYBODY);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** The plan `admin` is no plan, but makes an administrator, who has the largest one. */
export const planChosen = ({
  subscriptionType,
  maxProjects,
  maxTables,
  maxStorage,
  isAdmin,
}: Pick<Body, 'subscriptionType' | 'maxProjects' | 'maxTables' | 'maxStorage'> & {
  readonly isAdmin?: boolean | undefined;
}) =>
  subscriptionType === 'admin'
    ? ({
        subscriptionType: 'enterprise',
        maxProjects: maxProjects ?? UNLIMITED,
        maxTables: maxTables ?? UNLIMITED,
        maxStorage: maxStorage ?? UNLIMITED,
        isAdmin: true,
      } as const)
    : { subscriptionType, maxProjects, maxTables, maxStorage, isAdmin };

/** The person is still the one that the caller saw. */
const ifPerson = (
  { engine, expected }: Context,
  { id, position }: PersonDoc,
): Precondition | undefined =>
  expected === undefined
    ? undefined
    : {
        position,
        expected,
        isAbout: ({ data }) => data['accountId'] === id,
        current: async () => listedUserOf(await personDoc(engine, id)),
      };

/** Takes a new address for a person, beside the one that they have. @throws Problem EMAIL_TAKEN */
const bothAddresses = async (
  { engine, request }: Context,
  { id, columns }: PersonDoc,
  email: string,
): Promise<readonly HeldAddress[]> => [
  await heldAddress(engine, columns.email),
  await takeAddress(engine, request, id, email),
];

/**
 * Changes a person: first a new address is taken, then what they may is decided, then everything
 * else at once; the old address is free at last.
 * @throws Problem NOT_FOUND, EMAIL_TAKEN, VERSION_MISMATCH; CONFLICT for the last active
 * administrator
 */
export async function change(
  context: Context,
  accountId: string,
  body: Body,
): Promise<Result<AnswerOf<typeof changeUser>>> {
  const { engine, request, passwords } = context;
  const { executor, projector } = engine;
  const doc = await personDoc(engine, accountId);
  const precondition = ifPerson(context, doc);
  const { isAdmin, ...plan } = planChosen(body);
  const passwordHash =
    body.password === undefined ? undefined : await passwords.hash(body.password);
  const limits = await usualLimits(engine);
  const email = body.email === doc.columns.email ? undefined : body.email;
  const held = email === undefined ? [] : await bothAddresses(context, doc, email);
  try {
    const access = await executor.execute(request, {
      stream: AUTHORITY,
      decider: authority,
      decide: changeAccountAccess(accountId, { isAdmin, isActive: body.isActive }),
      precondition,
    });
    if (body.isActive === false || isAdmin === false) await renewMasterIfSeen(engine, request);
    const changed = await executor.execute(request, {
      stream: `account-${accountId}`,
      decider: person,
      decide: changePerson(accountId, { name: body.name, email, passwordHash, ...plan }, limits),
      precondition,
    });
    const position = [access.position, changed.position]
      .filter(at => at !== undefined)
      .reduce(laterOf, doc.position);
    await projector.waitForPosition(position);
    if (changed.state.kind === 'none') throw new Problem('NOT_FOUND');
    // A deactivated administrator stops impersonating, and the history says when that ended.
    if (body.isActive === false) await endLooks(context, 'accountId', accountId);
    if (body.isActive === false || isAdmin === false)
      await endLooks(context, 'lookerId', accountId);
    const { kind: _, subscription, ...shown } = changed.state;
    const user = {
      id: accountId,
      createdAt: doc.columns.createdAt,
      ...shown,
      planName: subscription?.planName ?? null,
      isAdmin: access.state.admins.has(accountId),
      isActive: !isBarred(access.state, accountId),
    };
    return { data: { user }, position, version: ordinal(position) };
  } finally {
    await settleAddresses(engine, request, accountId, held);
  }
}
