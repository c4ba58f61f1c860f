import type { Access, Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Caller, Engine } from '@hzm/services/core/engine';

/** What of a key a kind of access needs: one of these. */
const permissionsOf: Partial<Record<Access, readonly string[]>> = {
  'key:read': ['read'], 'project:read': ['read'], 'project:write': ['admin'], 'rows:read': ['read'], 'rows:write': ['write'], 'rows:delete': ['delete'],
  'rows:change': ['write', 'delete'], 'row:history': ['read'], 'key:past': ['read'], 'past:read': ['read'], 'presence': ['read'],
};

/** What the key alone suffices for: reading rows, their past and its own schema, and, where the project says so, writing rows. All else needs the other two headers. */
const readsAlone: ReadonlySet<Access> = new Set<Access>(['key:read', 'rows:read', 'row:history', 'key:past']);
const writesAlone: ReadonlySet<Access> = new Set<Access>(['rows:write', 'rows:delete', 'rows:change']);
/** Of a public project: what is about something that anybody may see, and yet not for anybody. */
const aboutPublicRows: ReadonlySet<Access> = new Set<Access>(['row:history', 'key:past', 'presence']);

/** Authorizes the caller. @throws Problem UNAUTHORIZED, MISSING_HEADERS, KEY_SCOPE, FORBIDDEN; NOT_FOUND also for what they may not know of */
export async function authorize(engine: Engine, caller: Caller, { access, method }: Pick<Call, 'access' | 'method'>, params: { projectId?: string | undefined; tableId?: string | undefined }): Promise<void> {
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
  const projectId = params.projectId ?? (params.tableId === undefined ? caller.key?.projectId : (await engine.model.get(tableDocs, params.tableId))?.projectId);
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
  const suffices = readsAlone.has(access) || (writesAlone.has(access) && key.projectId === project.id && !project.settings.requireAuth);
  if (!key.complete && !suffices) throw new Problem('MISSING_HEADERS');
  const needed = permissionsOf[access];
  if (key.projectId !== project.id || (needed && !needed.some(permission => key.permissions.includes(permission))) || (access === 'project:write' && key.scope === 'project')) throw new Problem('KEY_SCOPE');
}
