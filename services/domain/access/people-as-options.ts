import { hasPeople, isGiven } from '@hzm/contracts/core/everyday';
import { MAX_MEMBERS } from '@hzm/contracts/features/members/member';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { peopleAsOptions } from '@hzm/contracts/features/tables/people';
import type { Field } from '@hzm/contracts/features/tables/table';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
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

/** Returns the people of a project as options: by name and address, or by id alone. */
export async function peopleOptions(
  { model }: Pick<Engine, 'model'>,
  projectId: string,
  isNamed: boolean,
): Promise<readonly FieldOption[]> {
  const ids = await memberIds({ model }, projectId);
  if (!isNamed) return ids.map(id => ({ id, name: id, color: 'gray' }));
  const accounts = await Promise.all(ids.map(id => model.get(accountDocs, id)));
  return peopleAsOptions(accounts.filter(account => account !== undefined));
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
  const isAsked = ({ type }: Field): boolean =>
    hasPeople(type) && (use === 'read' || !isGiven(type));
  if (!fields.some(isAsked)) return fields;
  const isNamed = await mayRead(context, 'people:read', projectId);
  if (!isNamed && use === 'read') return fields;
  return peopled(context.engine, projectId, fields, isNamed);
}
