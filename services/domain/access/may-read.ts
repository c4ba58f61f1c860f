import { Problem } from '@hzm/contracts/core/problem';
import type { ProjectAccess } from '@hzm/contracts/features/members/rights';
import type { Context } from '@hzm/services/core/engine';
import { authorize } from './authorize.ts';

/** Whether the caller may read something of a project, as the lists of it judge. */
export async function mayRead(
  { engine, caller }: Pick<Context, 'engine' | 'caller'>,
  access: ProjectAccess,
  projectId: string,
): Promise<boolean> {
  try {
    await authorize(engine, caller, { access, method: 'GET', kind: 'query' }, { projectId });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
