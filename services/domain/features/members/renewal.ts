import type { EventMeta } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import type { Renewal } from '@hzm/contracts/features/members/member';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { MemberRole } from '@hzm/contracts/features/members/role';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { CommandResult } from '@hzm/services/core/commands/command-executor';
import { both, type Decider, type Decision } from '@hzm/services/core/commands/decider';
import type { Context } from '@hzm/services/core/engine';
import { newApiKey, randomLetters } from '@hzm/services/core/security/api-key';
import { projectAnywhere } from '../../access/project.ts';
import { renewSecrets, secrets, type NewSecrets } from '../keys/secrets.ts';
import { ownerOf, people, type Deciding, type People } from './people.ts';
import { distrustAddress, renewWebhookSecret, settings, webhookOff } from './webhook-trust.ts';

/**
 * People and keys of a project: one stream, so that a loss of rights and new secrets are one
 * append.
 */
export const peopleAndKeys = both(people, secrets);
export type PeopleAndKeys = typeof peopleAndKeys.initial;

type Keyed = Pick<ProjectDoc, 'id' | 'keyType' | 'parentProjectId'>;

/** Makes new secrets for a project. They count once they are appended. */
export function makeSecrets(
  { id, keyType, parentProjectId }: Keyed,
  now: Date,
  renewal: Renewal,
): NewSecrets {
  const kind = parentProjectId === null ? keyType : 'test';
  return {
    madeAt: now.toISOString(),
    ...(renewal !== 'nothing' && { apiKeyPassword: randomLetters(16) }),
    ...(renewal === 'keys' && { apiKey: newApiKey(id, kind, now) }),
  };
}

/** Keys and settings of a project; told once, because cached states go by their decider. */
export const secretsAndSettings = both(secrets, settings);

/** People, keys and settings of a project. */
export const handed = both(peopleAndKeys, settings);

/** Adds new secrets to a decision that hands the project over, and ends its webhook. */
export function handingOver(
  doc: Keyed,
  now: Date,
  ownerId: string,
  decide: (s: People) => Decision,
) {
  const made = makeSecrets(doc, now, 'keys');
  return ([[s, ofKeys], known]: typeof handed.initial): Decision => {
    const decision = decide(s);
    if (decision instanceof Problem || decision.length === 0) return decision;
    return [
      ...decision,
      ...renewSecrets(doc.id, ownerId, made, ofKeys),
      ...webhookOff(doc.id, known),
    ];
  };
}

/** Whether a role shows a project's secrets. */
const seesSecrets = (role: MemberRole | undefined): boolean => mayAs(role, 'project:write');

/** A change of one person's role, which can take the sight of secrets from them. */
interface RoleChange {
  readonly userId: string;
  /** The role after the change; undefined: the person is in the project no more. */
  readonly next?: MemberRole;
  /**
   * The account is closed already: the person sees nothing any more, whatever they are in the
   * project.
   */
  readonly isClosed?: true;
  readonly decide: (s: People) => Decision;
}

/** Whether the change takes the sight of secrets from the person. */
function losesSight(s: People, { userId, next, decide }: RoleChange): boolean {
  if (!seesSecrets(s.members.get(userId)?.role) || seesSecrets(next)) return false;
  const decision = decide(s);
  return !(decision instanceof Problem) && decision.length > 0;
}

/** People, and the event that took the sight of secrets from one of them last. */
const losses: Decider<{ readonly people: People; readonly last: Partial<EventMeta> }> = {
  initial: { people: people.initial, last: {} },
  evolve: (s, event) => {
    const after = people.evolve(s.people, event);
    if (after === s.people) return s;
    const isLoss = [...s.people.members].some(
      ([id, { role }]) => seesSecrets(role) && !seesSecrets(after.members.get(id)?.role),
    );
    return { people: after, last: isLoss ? (event.meta ?? {}) : s.last };
  },
};
const changing = both(handed, losses);

/** Returns whether an account sees a project's secrets, without the person who loses the sight. */
const trustIn =
  (s: People, project: Pick<ProjectDoc, 'ownerId'>, userId?: string) =>
  (accountId: string): boolean =>
    accountId !== userId &&
    (accountId === ownerOf(s, project) || seesSecrets(s.members.get(accountId)?.role));

type Asked = Pick<Context, 'engine' | 'request'>;

/**
 * Executes the change of one person's role, and renews the secrets that it hides from them. Those
 * of the test environment follow in another stream; a repeated request completes them. For a closed
 * account they are renewed first, since its request does not come to this project again.
 */
export async function executeRoleChange(
  context: Asked,
  project: ProjectDoc,
  by: Pick<Deciding, 'ownerId'>,
  change: RoleChange,
  renewal: Renewal,
): Promise<CommandResult<unknown>> {
  const {
    engine: { executor, projector, now },
    request,
  } = context;
  const { id: projectId } = project;
  const stream = `project-${projectId}`;
  const before = change.isClosed ? await executor.load(stream, people) : undefined;
  const isClosing = before !== undefined && losesSight(before, change);
  if (isClosing)
    await renewBeside(context, project, renewal, trustIn(before, project, change.userId));
  const made = makeSecrets(project, now(), renewal);
  const decide = ([[[s, ofKeys], known]]: typeof changing.initial): Decision => {
    const decision = change.decide(s);
    if (decision instanceof Problem || !losesSight(s, change)) return decision;
    const ownerId = ownerOf(s, by);
    const isTrusted = trustIn(s, { ownerId }, change.userId);
    return [
      ...decision,
      ...renewSecrets(projectId, ownerId, made, ofKeys),
      ...(renewal === 'nothing'
        ? []
        : distrustAddress({ id: projectId, ownerId }, known, isTrusted)),
    ];
  };
  const outcome = await executor.execute(request, {
    stream,
    about: { projectId },
    decider: changing,
    decide,
  });
  await projector.waitForPosition(outcome.position);
  if (!isClosing) await follow(context, projectId, outcome.state, renewal);
  return outcome;
}

/** Does what is left of a change that took somebody out of the project and was interrupted. */
export async function finishRoleChange(
  context: Asked,
  projectId: string,
  renewal: Renewal,
): Promise<void> {
  const {
    engine: { executor },
    request,
  } = context;
  const { state } = await executor.execute(request, {
    stream: `project-${projectId}`,
    about: { projectId },
    decider: changing,
    decide: () => [],
  });
  await follow(context, projectId, state, renewal);
}

/**
 * Renews the secrets beside those of a project where this request has just hidden these from
 * somebody; once, whenever it comes again.
 */
async function follow(
  context: Asked,
  projectId: string,
  [[[s]], { last }]: typeof changing.initial,
  renewal: Renewal,
): Promise<void> {
  if (last.request !== context.request.id || last.actor !== context.request.actor) return;
  const project = await projectAnywhere(context.engine, projectId);
  if (project) await renewBeside(context, project, renewal, trustIn(s, project));
}

/** Renews the secrets of a project's webhook, and those of its test environment with its webhook. */
async function renewBeside(
  context: Asked,
  project: ProjectDoc,
  renewal: Renewal,
  isTrusted: (accountId: string) => boolean,
): Promise<void> {
  const { testEnvironmentId, ownerId } = project;
  const {
    engine: { executor, projector, now },
    request,
  } = context;
  if (renewal !== 'nothing') await renewWebhookSecret(context, project);
  const doc =
    testEnvironmentId === null
      ? undefined
      : await projectAnywhere(context.engine, testEnvironmentId);
  if (!doc) return;
  const made = makeSecrets(doc, now(), renewal);
  const { position } = await executor.execute(request, {
    stream: `project-${doc.id}`,
    about: { projectId: doc.id },
    decider: secretsAndSettings,
    decide: ([ofKeys, known]) => [
      ...renewSecrets(doc.id, ownerId, made, ofKeys),
      ...(renewal === 'nothing' ? [] : distrustAddress({ id: doc.id, ownerId }, known, isTrusted)),
    ],
  });
  await projector.waitForPosition(position);
  if (renewal !== 'nothing') await renewWebhookSecret(context, { id: doc.id, ownerId });
}
