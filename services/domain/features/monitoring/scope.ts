import { Problem } from '@hzm/contracts/core/problem';
import { fold } from '@hzm/contracts/core/turkish';
import { mayAs } from '@hzm/contracts/features/members/rights';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context } from '@hzm/services/core/engine';
import { authorize } from '../../access/authorize.ts';
import { isPermitted } from '../../access/key-access.ts';
import { projectDoc } from '../../access/project.ts';
import { MAX_PROJECTS, reachable } from '../../access/reachable.ts';
import { roleOf } from '../../access/role-of.ts';

/** The part of the request log that a caller asks for. */
export interface LogScope {
  /** Undefined for the whole installation. */
  readonly project: ProjectDoc | undefined;
  /** The account that the entries of the installation count for; undefined for all. */
  readonly account: string | undefined;
  /** Whether the caller may know who asked, and the positions of writes. */
  readonly seesHistory: boolean;
  /** Whether the caller may know the people of the project. */
  readonly seesPeople: boolean;
}

interface Asked {
  readonly params: { readonly projectId?: string | undefined };
  readonly body: {
    readonly projectName?: string | undefined;
    readonly account?: string | undefined;
  };
}

/**
 * Returns the scope that a caller asks for. The right to a project that is named by its id is
 * already checked.
 * @throws Problem NOT_FOUND, CONFLICT if several projects have the name, VALIDATION_ERROR
 */
export async function scopeOf(
  context: Context,
  { params: { projectId }, body: { projectName, account } }: Asked,
): Promise<LogScope> {
  const { engine, caller } = context;
  const id = projectId ?? caller.key?.projectId;
  if ((id !== undefined || projectName !== undefined) && account !== undefined)
    throw lacking('account', 'issue-invalid_value');
  if (id !== undefined) {
    const project = await projectDoc(engine, id);
    if (projectId === undefined && projectName !== undefined && !isNamed(project, projectName))
      throw new Problem('NOT_FOUND', { text: 'project-not-found' });
    return sightOf(context, project);
  }
  if (projectName !== undefined) return sightOf(context, await namedProject(context, projectName));
  // An administrator who looks as another one sees no more than a person's projects.
  if (caller.isAdmin && !caller.looker)
    return { project: undefined, account, seesHistory: true, seesPeople: true };
  throw lacking('projectName', 'issue-invalid_type');
}

const lacking = (path: string, key: string): Problem =>
  new Problem('VALIDATION_ERROR', { details: [{ path, message: { key } }] });

const isNamed = ({ name }: ProjectDoc, wanted: string): boolean =>
  fold(name.trim()) === fold(wanted.trim());

/** Finds a project of the caller's by name; their own one precedes shared ones. */
async function namedProject(context: Context, name: string): Promise<ProjectDoc> {
  const { engine, caller } = context;
  const where = await reachable({ engine, caller: { ...caller, isAdmin: false } });
  const { docs } = await engine.model.find({
    collection: projectDocs,
    where,
    limit: MAX_PROJECTS,
  });
  const found = docs.filter(doc => isNamed(doc, name));
  const own = found.filter(({ ownerId }) => ownerId === caller.actor);
  const [project, another] = own.length > 0 ? own : found;
  if (project === undefined) throw new Problem('NOT_FOUND', { text: 'project-not-found' });
  if (another !== undefined) throw new Problem('CONFLICT', { text: 'project-name-shared' });
  const asked = { access: 'project:read', method: 'POST', kind: 'query' } as const;
  await authorize(engine, caller, asked, { projectId: project.id });
  return project;
}

async function sightOf({ engine, caller }: Context, project: ProjectDoc): Promise<LogScope> {
  const { key } = caller;
  if (key)
    return {
      project,
      account: undefined,
      seesHistory: isPermitted('past:read', key),
      seesPeople: isPermitted('people:read', key),
    };
  const role = caller.master ? 'admin' : await roleOf(engine, caller, project);
  return {
    project,
    account: undefined,
    seesHistory: mayAs(role, 'past:read'),
    seesPeople: mayAs(role, 'people:read'),
  };
}
