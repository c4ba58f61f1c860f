import { MAX_KEYS, type ApiKey } from '@hzm/contracts/features/keys/key';
import { keyDocs, type KeyDoc } from '@hzm/projections/features/keys/keys';
import type { Context, Engine } from '@hzm/services/core/engine';
import { formerSubject } from '../../access/key-access.ts';
import { projectDoc } from '../../access/project.ts';
import { roleOf } from '../../access/role-of.ts';
import { seesKey } from './grants.ts';
import { keyOf } from './view.ts';

/** Returns all keys of a project, the main key first. */
export async function keysOf(
  { model }: Pick<Engine, 'model'>,
  projectId: string,
): Promise<KeyDoc[]> {
  const where = [{ path: 'projectId', op: 'eq', value: projectId } as const];
  const { docs } = await model.find({ collection: keyDocs, where, limit: MAX_KEYS + 1 });
  return docs.toSorted((a, b) => Number(b.isMain) - Number(a.isMain));
}

/** Keys of a project with their usage, as the caller is shown them. */
export async function answered(
  { engine, caller }: Context,
  projectId: string,
  docs: readonly KeyDoc[],
): Promise<ApiKey[]> {
  const project = await projectDoc(engine, projectId);
  const role = await roleOf(engine, caller, project);
  const own = caller.key && (await engine.model.get(keyDocs, caller.key.id));
  const usage = await engine.usage.of(docs.flatMap(({ id }) => [id, formerSubject(id)]));
  return docs.map(doc =>
    keyOf(doc, project.settings, {
      usage: usage.get(doc.id)!,
      former: usage.get(formerSubject(doc.id))!,
      now: engine.now(),
      isWhole: seesKey(caller, role, doc, own),
    }),
  );
}
