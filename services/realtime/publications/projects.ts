import { ordinal } from '@hzm/contracts/core/position';
import type { Project } from '@hzm/contracts/features/projects/project';
import { changesIn } from '@hzm/projections/core/changes';
import {
  isBinned,
  projectDocs,
  type ProjectDoc,
} from '@hzm/projections/features/projects/projects';
import { projectOf } from '@hzm/services/domain/access/project';
import type { BufferedEvent } from '../replay-buffer.ts';
import type { Part, TopicContext } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** A project without its tables and without a role, because many people watch it. */
export const projects: Publication = {
  collection: projectDocs,
  topic: 'project',
  idsOf: ({ data: { projectId } }) => (typeof projectId === 'string' ? [projectId] : []),
  async toChanges(entry, _, context) {
    const change = await projectChange(entry, context);
    if (!change) return [];
    const { id, version, doc } = change;
    if (!doc) return [{ op: 'drop', kind: 'project', id, version }];
    const { role: _role, ...said } = projectOf(
      doc,
      await context.people.get(doc.ownerId),
      null,
      'whole',
    );
    if (doc.position > entry.event.position)
      return [{ op: 'patch', kind: 'project', id, version, patch: withoutSecrets(said) }];
    return [{ op: 'put', kind: 'project', id, version, doc: said } satisfies Part];
  },
};

/**
 * Removes secrets from a superseded change: its watcher's rights may end before the later change,
 * which has the whole document.
 */
function withoutSecrets(doc: Omit<Project, 'role'>) {
  const { apiKey: _key, apiKeyPassword: _password, settings: _settings, ...rest } = doc;
  return rest;
}

/** The current state of a changed project; without a document it is deleted, or in the bin. */
export interface ProjectChange {
  readonly id: string;
  readonly version: number;
  readonly doc: ProjectDoc | undefined;
}
const made = new WeakMap<BufferedEvent, Promise<ProjectChange | undefined>>();

/** Returns the project that an entry changed, read once for all topics; undefined if none. */
export function projectChange(
  entry: BufferedEvent,
  context: Pick<TopicContext, 'engine'>,
): Promise<ProjectChange | undefined> {
  const known = made.get(entry) ?? readProject(entry, context);
  made.set(entry, known);
  known.catch(() => made.delete(entry));
  return known;
}

async function readProject(
  { event: { position }, changes }: BufferedEvent,
  { engine }: Pick<TopicContext, 'engine'>,
): Promise<ProjectChange | undefined> {
  const [change] = changesIn(projectDocs, changes);
  if (!change || change.op === 'drop-where') return undefined;
  const { id } = change;
  const version = ordinal(position);
  if (change.op === 'drop') return { id, version, doc: undefined };
  const doc = await engine.model.get(projectDocs, id);
  // The project is deleted by now; that event follows.
  return doc || isBinned(change) ? { id, version, doc } : undefined;
}
