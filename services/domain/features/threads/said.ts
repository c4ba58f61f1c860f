import { mentionsIn } from '@hzm/contracts/features/threads/mentions';
import type { KeptAttachment, Mention } from '@hzm/contracts/features/threads/message';
import { memberDocs, memberId } from '@hzm/projections/features/members/members';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import { peopleProjectOf } from '../../access/people-of.ts';
import type { Said } from './thread.ts';

type Model = Pick<Engine, 'model'>;

/** Whether a row, or a table, is there in the project. */
export async function isThere(
  { model }: Model,
  projectId: string,
  tableId: string,
  rowId?: string,
): Promise<boolean> {
  if ((await model.get(tableDocs, tableId))?.projectId !== projectId) return false;
  return rowId === undefined || (await model.get(rowDocs, rowId, tableId)) !== undefined;
}

/** Whether a person may open a project as one of its people. */
export const isAmongPeople = async (
  { model }: Model,
  project: ProjectDoc,
  userId: string,
): Promise<boolean> =>
  userId === project.ownerId ||
  (await model.get(memberDocs, memberId(peopleProjectOf(project), userId))) !== undefined;

/**
 * Whether what is mentioned is of the project: a person who may open it, a table or a row that is
 * there.
 */
async function isReal(engine: Model, project: ProjectDoc, mention: Mention): Promise<boolean> {
  if (mention.kind === 'user') return isAmongPeople(engine, project, mention.id);
  return mention.kind === 'table'
    ? isThere(engine, project.id, mention.id)
    : isThere(engine, project.id, mention.table_id, mention.id);
}

/** Returns the content of a message, with the mentions that name a member. */
export async function saidIn(
  engine: Model,
  project: ProjectDoc,
  content: string,
  attachments: KeptAttachment[],
): Promise<Said> {
  const mentions = mentionsIn(content);
  const real = await Promise.all(mentions.map(mention => isReal(engine, project, mention)));
  return { content, attachments, mentions: mentions.filter((_, at) => real[at]) };
}
