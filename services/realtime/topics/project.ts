import { ordinal } from '@hzm/contracts/core/position';
import type { Changes } from '@hzm/contracts/core/realtime';
import type { Project } from '@hzm/contracts/features/projects/project';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { authorize } from '@hzm/services/domain/access/authorize';
import { projectOf } from '@hzm/services/domain/features/projects/view';
import { tableOf } from '@hzm/services/domain/features/tables/view';
import type { BufferedEvent } from '../replay-buffer.ts';
import type { TopicContext, Part, TopicKind } from './topic.ts';

const keyOf = (id: string) => `project:${id}`;

/** A project with its tables and their fields. */
export const project: TopicKind = {
  name: 'project',
  keyOf,
  keysOf: ({ data: { projectId } }, changes) => (typeof projectId === 'string' && changes.some(({ collection }) => collection === projectDocs.name || collection === tableDocs.name) ? [keyOf(projectId)] : []),
  async allow(engine, caller, projectId) {
    await authorize(engine, caller, { access: 'project:read', method: 'GET' }, { projectId });
    return { projectId };
  },
  async toChanges(entry, projectId, facts) {
    const whole = await tellProject(entry, facts);
    return [...(await tellTables(entry, projectId, facts)), ...(whole ? [whole.part] : [])];
  },
};

async function tellTables({ event, changes }: BufferedEvent, projectId: string, facts: TopicContext): Promise<Part[]> {
  const ids = new Set(changes.flatMap(change => (change.collection === tableDocs.name && change.op !== 'drop-where' ? [change.id] : [])));
  if (ids.size === 0) return [];
  const tables = (await facts.schema(projectId)).at(event.position);
  const version = ordinal(event.position);
  return [...ids].map(id => {
    const doc = tables.get(id);
    return doc ? { op: 'put', kind: 'table', id, version, doc: tableOf(doc) as never } : { op: 'drop', kind: 'table', id, version };
  });
}

interface Told {
  readonly ownerId: string;
  readonly part: Part;
}
const told = new WeakMap<BufferedEvent, Promise<Told | undefined>>();

/** The project that an entry changed, as it is now, and whose it is; undefined when it changed none. Made once for all topics. */
export function tellProject(entry: BufferedEvent, facts: TopicContext): Promise<Told | undefined> {
  const known = told.get(entry) ?? makeProject(entry, facts);
  told.set(entry, known);
  known.catch(() => told.delete(entry));
  return known;
}

async function makeProject({ event: { position, data }, changes }: BufferedEvent, { engine, people }: TopicContext): Promise<Told | undefined> {
  const change = changes.find(({ collection }) => collection === projectDocs.name);
  if (!change || change.op === 'drop-where') return undefined;
  const { id } = change;
  const version = ordinal(position);
  if (change.op === 'drop') return { ownerId: data['ownerId'] as string, part: { op: 'drop', kind: 'project', id, version } };
  const doc = await engine.model.get(projectDocs, id);
  // Gone by now: its deletion follows.
  if (!doc) return undefined;
  return { ownerId: doc.ownerId, part: { op: 'put', kind: 'project', id, version, doc: projectOf(doc, await people.get(doc.ownerId), true) } };
}

/** The same message for those who may not see the project's secrets. */
export const withoutSecrets = (message: Changes): Changes => ({
  ...message,
  changes: message.changes.map(change =>
    (change.kind === 'project' && change.doc ? { ...change, doc: { ...change.doc, apiKey: null, apiKeyPassword: null } satisfies Partial<Record<keyof Project, unknown>> } : change)),
});
