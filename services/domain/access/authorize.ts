import type { Access, Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import type { Caller, Engine } from '@hzm/services/core/engine';
import type { ProjectDoc } from '../features/projects/view.ts';
import type { TableDoc } from '../features/tables/view.ts';

/** What of a key a kind of access needs. */
const permissionOf: Partial<Record<Access, string>> = {
  'key:read': 'read', 'project:read': 'read', 'project:write': 'admin', 'rows:read': 'read', 'rows:write': 'write', 'rows:delete': 'delete',
};

/** Lets the caller through, or not. @throws Problem UNAUTHORIZED, MISSING_HEADERS, KEY_SCOPE, FORBIDDEN; NOT_FOUND also for what they may not know of */
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
  const projectId = params.projectId ?? (params.tableId === undefined ? caller.key?.projectId : (await engine.model.get<TableDoc>('tables', params.tableId))?.projectId);
  const project = projectId === undefined ? undefined : await engine.model.get<ProjectDoc>('projects', projectId);
  const isOpen = project?.isPublic === true && access === 'rows:read';
  if (!known && !isOpen) throw new Problem('UNAUTHORIZED');
  if (!project || (!caller.key && !caller.isAdmin && !isOpen && project.ownerId !== caller.actor)) throw new Problem('NOT_FOUND', params.projectId === undefined ? {} : { text: 'project-not-found' });
  if (caller.key) ofKey(caller.key, access, project);
}

function ofKey(key: NonNullable<Caller['key']>, access: Access, project: ProjectDoc): void {
  const writesRows = access === 'rows:write' || access === 'rows:delete';
  // The key alone reads rows and its own schema, and writes rows where the project says so; all else needs the other two headers, whatever else the key may do.
  const suffices = access === 'key:read' || access === 'rows:read' || (writesRows && key.projectId === project.id && !project.settings.requireAuth);
  if (!key.complete && !suffices) throw new Problem('MISSING_HEADERS');
  const needed = permissionOf[access];
  if (key.projectId !== project.id || (needed !== undefined && !key.permissions.includes(needed)) || (access === 'project:write' && key.scope === 'project')) throw new Problem('KEY_SCOPE');
}
