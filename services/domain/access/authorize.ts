import type { Access, Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import { keyDocs } from '@hzm/projections/features/keys/keys';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { isPermitted, sufficesAlone } from './key-access.ts';

/** Of a public project: what is about something that anybody may see, and yet not for anybody. */
const aboutPublicRows: ReadonlySet<Access> = new Set<Access>(['row:history', 'key:past', 'presence']);

/** What names a project in a path. */
interface AboutProject {
  readonly projectId?: string | undefined;
  readonly tableId?: string | undefined;
  readonly keyId?: string | undefined;
}

async function projectIdOf({ model }: Engine, { projectId, tableId, keyId }: AboutProject): Promise<string | undefined> {
  if (projectId !== undefined) return projectId;
  if (tableId !== undefined) return (await model.get(tableDocs, tableId))?.projectId;
  return keyId === undefined ? undefined : (await model.get(keyDocs, keyId))?.projectId;
}

/** Authorizes the caller. @throws Problem UNAUTHORIZED, MISSING_HEADERS, KEY_SCOPE, FORBIDDEN; NOT_FOUND also for what they may not know of */
export async function authorize(engine: Engine, caller: Caller, { access, method }: Pick<Call, 'access' | 'method'>, params: AboutProject): Promise<void> {
  if (access === 'public') return;
  const known = caller.actor !== 'anonymous';
  if (access === 'admin') {
    if (!known) throw new Problem('UNAUTHORIZED');
    if (caller.key && !caller.key.complete) throw new Problem('MISSING_HEADERS');
    if (!caller.isAdmin) throw new Problem('FORBIDDEN');
    return;
  }
  if (access === 'session') {
    if (!known) throw new Problem('UNAUTHORIZED');
    if (caller.key && !caller.key.complete) throw new Problem('MISSING_HEADERS');
    if (caller.key && (method !== 'GET' || caller.key.scope === 'project')) throw new Problem('KEY_SCOPE');
    return;
  }
  const projectId = await projectIdOf(engine, params) ?? (params.tableId === undefined && params.keyId === undefined ? caller.key?.projectId : undefined);
  const project = projectId === undefined ? undefined : await engine.model.get(projectDocs, projectId);
  const isPublic = project?.isPublic === true;
  if (!known && !(isPublic && access === 'rows:read')) throw new Problem('UNAUTHORIZED');
  if (project && caller.key) return ofKey(caller.key, access, project);
  if (project && (caller.isAdmin || project.ownerId === caller.actor || (isPublic && access === 'rows:read'))) return;
  if (isPublic && aboutPublicRows.has(access)) throw new Problem('FORBIDDEN');
  throw new Problem('NOT_FOUND', params.projectId === undefined ? {} : { text: 'project-not-found' });
}

function ofKey(key: NonNullable<Caller['key']>, access: Access, project: ProjectDoc): void {
  // Whatever else the key may do.
  const isOwn = key.projectId === project.id;
  if (!key.complete && !sufficesAlone(access, { requireAuth: !isOwn || project.settings.requireAuth })) throw new Problem('MISSING_HEADERS');
  if (!isOwn || !isPermitted(access, key)) throw new Problem('KEY_SCOPE');
}
