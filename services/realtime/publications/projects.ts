import { ordinal } from '@hzm/contracts/core/position';
import type { Changes } from '@hzm/contracts/core/realtime';
import type { Project } from '@hzm/contracts/features/projects/project';
import { changesIn } from '@hzm/projections/core/changes';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { projectOf } from '@hzm/services/domain/features/projects/view';
import type { BufferedEvent } from '../replay-buffer.ts';
import type { Part, TopicContext } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** A project, without its tables. */
export const projects: Publication = {
  collection: projectDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges(entry, _, context) {
    const change = await projectChange(entry, context);
    return change ? [change.part] : [];
  },
};

interface Published {
  readonly ownerId: string;
  readonly part: Part;
}
const made = new WeakMap<BufferedEvent, Promise<Published | undefined>>();

/** The project that an entry changed, as it is now, and whose it is; undefined when it changed none. Made once for all topics. */
export function projectChange(entry: BufferedEvent, context: TopicContext): Promise<Published | undefined> {
  const known = made.get(entry) ?? makeProject(entry, context);
  made.set(entry, known);
  known.catch(() => made.delete(entry));
  return known;
}

async function makeProject({ event: { position, data }, changes }: BufferedEvent, { engine, people }: TopicContext): Promise<Published | undefined> {
  const [change] = changesIn(projectDocs, changes);
  if (!change || change.op === 'drop-where') return undefined;
  const { id } = change;
  const version = ordinal(position);
  if (change.op === 'drop') return { ownerId: data['ownerId'] as string, part: { op: 'drop', kind: 'project', id, version } };
  const doc = await engine.model.get(projectDocs, id);
  // Gone by now: its deletion follows.
  if (!doc) return undefined;
  return { ownerId: doc.ownerId, part: { op: 'put', kind: 'project', id, version, doc: projectOf(doc, await people.get(doc.ownerId), true) } };
}

/** The same message without the project's secrets. */
export const withoutSecrets = (message: Changes): Changes => ({
  ...message,
  changes: message.changes.map(change =>
    (change.kind === 'project' && change.doc ? { ...change, doc: { ...change.doc, apiKey: null, apiKeyPassword: null } satisfies Partial<Record<keyof Project, unknown>> } : change)),
});
