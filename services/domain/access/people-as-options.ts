import { hasPeople } from '@hzm/contracts/core/everyday';
import { Id } from '@hzm/contracts/core/ids';
import { fold, sortKey } from '@hzm/contracts/core/turkish';
import { MAX_MEMBERS } from '@hzm/contracts/features/members/member';
import { ME } from '@hzm/contracts/features/rows/row';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { accountDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import { memberDocs } from '@hzm/projections/features/members/members';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import type { Context, Engine } from '@hzm/services/core/engine';
import { mayRead } from './may-read.ts';
import { peopleProjectOf } from './people-of.ts';

async function memberIds({ model }: Pick<Engine, 'model'>, projectId: string): Promise<string[]> {
  const project = await model.get(projectDocs, projectId);
  if (!project) return [];
  const { docs } = await model.find({
    collection: memberDocs,
    where: [{ path: 'projectId', op: 'eq', value: peopleProjectOf(project) }],
    limit: MAX_MEMBERS,
  });
  return docs.map(({ userId }) => userId);
}

/** Whether a name could be taken for an address, an id or the caller. */
const isMistakable = (name: string): boolean =>
  name.includes('@') || name === fold(ME) || Id.safeParse(name).success;

/** Returns people by their names in Turkish order; an address parts those of one name. */
function namedOptions(people: readonly AccountDoc[]): FieldOption[] {
  const named = people.map(({ id, name, email }) => ({ id, email, name, key: fold(name.trim()) }));
  const counts = Map.groupBy(named, ({ key }) => key);
  return named
    .map(({ id, email, name, key }): FieldOption => {
      const isOnly = counts.get(key)!.length === 1 && !isMistakable(key);
      const told = isOnly ? name.trim() : `${name.trim()} (${email})`;
      // Addresses name their people, too, as ids of merged options do.
      return { id, name: told, color: 'gray', merged: [email] };
    })
    .toSorted((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
}

/** Returns the people of a project as options: by name and address, or by id alone. */
export async function peopleOptions(
  { model }: Pick<Engine, 'model'>,
  projectId: string,
  isNamed: boolean,
): Promise<readonly FieldOption[]> {
  const ids = await memberIds({ model }, projectId);
  if (!isNamed) return ids.map(id => ({ id, name: id, color: 'gray' }));
  const accounts = await Promise.all(ids.map(id => model.get(accountDocs, id)));
  return namedOptions(accounts.filter(account => account !== undefined));
}

/** Returns fields of which those with people have the people of a project as options. */
export async function peopled(
  engine: Pick<Engine, 'model'>,
  projectId: string,
  fields: readonly Field[],
  isNamed: boolean,
): Promise<readonly Field[]> {
  if (!fields.some(({ type }) => hasPeople(type))) return fields;
  const options = [...(await peopleOptions(engine, projectId, isNamed))];
  return fields.map(field =>
    hasPeople(field.type) ? { ...field, validation: { ...field.validation, options } } : field,
  );
}

/**
 * Same for a caller: people go by name and address where they may be read, else by id alone, and
 * only for writing.
 */
export async function withPeople(
  context: Pick<Context, 'engine' | 'caller'>,
  projectId: string,
  fields: readonly Field[],
  use: 'read' | 'write',
): Promise<readonly Field[]> {
  if (!fields.some(({ type }) => hasPeople(type))) return fields;
  const isNamed = await mayRead(context, 'people:read', projectId);
  if (!isNamed && use === 'read') return fields;
  return peopled(context.engine, projectId, fields, isNamed);
}
