import type { Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import { isOfProject, rights, type ProjectAccess } from '@hzm/contracts/features/members/rights';
import type { ProjectRole } from '@hzm/contracts/features/members/role';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { isMainKey, isPermitted, lackedBy, sufficesAlone } from './key-access.ts';
import { projectOfResource } from './resources.ts';
import { roleOf } from './role-of.ts';

/**
 * As what the caller may: their role in the project, or none: a key, a stranger of a public
 * project, or it is about no project.
 */
export interface Authorized {
  readonly role: ProjectRole | null;
  /** The project that it is about. */
  readonly projectId?: string;
}

/** The parameters of a path: a project, or a resource of one, by the name of its parameter. */
type AboutProject = Readonly<Record<string, unknown>> & { readonly projectId?: string | undefined };

/** The parts of a call that say what it needs. */
type Asked = Pick<Call, 'access' | 'method'> &
  Partial<Pick<Call, 'kind' | 'mainKey' | 'acrossProjects'>>;

/**
 * Authorizes the caller by the rights of contracts/features/members/rights.ts. @throws Problem
 * UNAUTHORIZED, MISSING_HEADERS, KEY_SCOPE, FORBIDDEN; NOT_FOUND also for what they may not know of
 */
export async function authorize(
  engine: Engine,
  caller: Caller,
  call: Asked,
  params: AboutProject,
): Promise<Authorized> {
  const { access, method, kind } = call;
  // An impersonator changes nothing, even where the impersonated person may.
  if (caller.looker && (kind === 'command' || access === 'admin:session'))
    throw new Problem('FORBIDDEN', { text: 'looking-only' });
  if (
    call.acrossProjects === true &&
    caller.sessionId !== undefined &&
    Object.keys(params).length === 0
  ) {
    return { role: null };
  }
  if (isOfProject(access)) return ofProject(engine, caller, { ...call, access }, params);
  if (access === 'public') return { role: null };
  if (caller.actor === 'anonymous') throw new Problem('UNAUTHORIZED');
  if (caller.key && !caller.key.complete) throw new Problem('MISSING_HEADERS');
  if ((access === 'admin' || access === 'admin:session') && !caller.isAdmin)
    throw new Problem('FORBIDDEN');
  if ((access === 'session' || access === 'admin:session') && caller.sessionId === undefined)
    throw new Problem('KEY_SCOPE');
  if (access === 'projects' && caller.key && (method !== 'GET' || !mayList(caller.key, call))) {
    throw new Problem('KEY_SCOPE');
  }
  return { role: null };
}

const isMainKeyOf = (
  key: NonNullable<Caller['key']>,
  { mainKey }: Pick<Asked, 'mainKey'>,
): boolean => mainKey === true && isMainKey(key);

const mayList = (key: NonNullable<Caller['key']>, call: Asked): boolean =>
  key.scope === 'admin_project' || isMainKeyOf(key, call);

type AskedOfProject = Asked & { readonly access: ProjectAccess };

async function ofProject(
  engine: Engine,
  caller: Caller,
  call: AskedOfProject,
  params: AboutProject,
): Promise<Authorized> {
  const { access } = call;
  // A call that names no project is about the caller's own, if the caller is a key.
  const projectId =
    params.projectId ?? (await projectOfResource(engine, params, caller.key?.projectId));
  const project =
    projectId === undefined ? undefined : await engine.model.get(projectDocs, projectId);
  const { roles, stranger, key } = rights[access];
  const isOpen = project?.isPublic === true && stranger === 'open';
  if (caller.actor === 'anonymous' && !isOpen) throw new Problem('UNAUTHORIZED');
  if (project && caller.key) {
    checkKey(caller.key, call, project);
    return { role: null, projectId: project.id };
  }
  if (project && caller.master && key === null) throw new Problem('KEY_SCOPE');
  const role = project ? await roleOf(engine, caller, project) : null;
  if (project && role !== null && roles.includes(role)) return { role, projectId: project.id };
  if (project && isOpen) return { role: null, projectId: project.id };
  if (role !== null || (project?.isPublic === true && stranger === 'known'))
    throw new Problem('FORBIDDEN');
  throw new Problem(
    'NOT_FOUND',
    params.projectId === undefined ? {} : { text: 'project-not-found' },
  );
}

function checkKey(
  key: NonNullable<Caller['key']>,
  call: AskedOfProject,
  project: ProjectDoc,
): void {
  const { access } = call;
  // A key of another project is refused, whatever its permissions.
  const isOwn = key.projectId === project.id;
  if (
    !key.complete &&
    !sufficesAlone(access, { requireAuth: !isOwn || project.settings.requireAuth })
  )
    throw new Problem(
      'MISSING_HEADERS',
      isOwn && sufficesAlone(access, { requireAuth: false }) ? { text: 'key-writes-complete' } : {},
    );
  if (isOwn && (isPermitted(access, key) || isMainKeyOf(key, call))) return;
  const lacking = isOwn ? lackedBy(access, key) : undefined;
  throw new Problem(
    'KEY_SCOPE',
    lacking === undefined
      ? {}
      : { text: { key: 'key-lacks-permission', values: { permission: lacking } } },
  );
}
