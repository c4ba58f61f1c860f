import type { Access, Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import type { Caller, Engine } from '@hzm/services/core/engine';
import type { ProjectDoc } from '@hzm/services/domain/features/projects/view';
import type { TableDoc } from '@hzm/services/domain/features/tables/view';

/** What of a key a kind of access needs. */
const permissionOf: Partial<Record<Access, string>> = { 'rows:read': 'read', 'rows:write': 'write', 'rows:delete': 'delete' };

/** Lets the caller through, or not. @throws Problem UNAUTHORIZED, MISSING_HEADERS, KEY_SCOPE, FORBIDDEN; NOT_FOUND also for what they may not know of */
export async function authorize(engine: Engine, caller: Caller, { access, method }: Call, params: { projectId?: string; tableId?: string }): Promise<void> {
  if (access === 'public') return;
  const known = caller.actor !== 'anonymous';
  if (access === 'admin') {
    if (!known) throw new Problem('UNAUTHORIZED');
    if (!caller.isAdmin) throw new Problem('FORBIDDEN');
    return;
  }
  if (access === 'session') {
    if (!known) throw new Problem('UNAUTHORIZED');
    if (caller.key && method !== 'GET') throw new Problem('KEY_SCOPE');
    return;
  }
  const projectId = params.projectId ?? (await engine.model.get<TableDoc>('tables', params.tableId ?? ''))?.projectId;
  const project = projectId === undefined ? undefined : await engine.model.get<ProjectDoc>('projects', projectId);
  if (!known && !(project?.isPublic && access === 'rows:read')) throw new Problem('UNAUTHORIZED');
  if (!project) throw new Problem('NOT_FOUND');
  if (caller.key) ofKey(caller.key, access, project);
  else if (known && !caller.isAdmin && project.ownerId !== caller.actor && !(project.isPublic && access === 'rows:read')) throw new Problem('NOT_FOUND');
}

function ofKey(key: NonNullable<Caller['key']>, access: Access, project: ProjectDoc): void {
  if (key.projectId !== project.id) throw new Problem('KEY_SCOPE');
  const needed = permissionOf[access];
  if (needed !== undefined && !key.permissions.includes(needed)) throw new Problem('KEY_SCOPE');
  if (access === 'project:write' && key.scope === 'project') throw new Problem('KEY_SCOPE');
  const writes = access === 'rows:write' || access === 'rows:delete' || access === 'project:write';
  // With the key alone one reads; writing needs the other two headers unless the project says otherwise.
  if (writes && !key.complete && (project.settings.requireAuth || access === 'project:write')) throw new Problem('MISSING_HEADERS');
}
