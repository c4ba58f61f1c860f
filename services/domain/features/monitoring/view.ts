import { timeOfId } from '@hzm/contracts/core/ids';
import type { Language } from '@hzm/contracts/core/language';
import type { LogActor, LogLine, LogType } from '@hzm/contracts/features/monitoring/log';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { keyDocs } from '@hzm/projections/features/keys/keys';
import { memberDocs, memberId } from '@hzm/projections/features/members/members';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context } from '@hzm/services/core/engine';
import type { LogEntry } from '@hzm/services/core/ports/request-log-store';
import { readOnce } from '@hzm/services/core/read-model/read-once';
import { peopleProjectOf } from '../../access/people-of.ts';
import { FAILED, SERVER_FAILED, type CallFigures } from './figures.ts';
import type { LogScope } from './scope.ts';
import { textIn } from './texts.ts';

/** Milliseconds from which 95 of 100 requests of a call are slow. */
const SLOW_MS = 1_000;

export const timeOf = ({ id }: Pick<LogEntry, 'id'>): string =>
  new Date(timeOfId(id) ?? 0).toISOString();

const typeOf = ({ source, status }: LogEntry): LogType => {
  if (source === 'deploy') return 'info';
  return status >= SERVER_FAILED ? 'error' : status >= FAILED ? 'warning' : 'success';
};

type ActorOf = (id: string) => Promise<LogActor | null>;

/** Returns the lookup of callers, as far as the reader may know them; each is read once. */
export function actors({ engine, caller }: Context, scope: LogScope): ActorOf {
  const [key, account] = [readOnce(engine, keyDocs), readOnce(engine, accountDocs)];
  const { project, seesHistory, seesPeople } = scope;
  const personOf = async (id: string): Promise<LogActor> => {
    const isKnown =
      id === caller.actor ||
      caller.isAdmin ||
      (seesPeople && project !== undefined && (await isOf(engine, project, id)));
    const name = isKnown ? (await account(id))?.name : undefined;
    return { kind: 'person', id: isKnown ? id : null, name: name ?? null };
  };
  return async id => {
    if (!seesHistory && id !== caller.actor) return null;
    if (id === 'anonymous' || id === 'master') return { kind: id, id: null, name: null };
    const doc = await key(id);
    if (doc && (project === undefined || doc.projectId === project.id))
      return { kind: 'key', id, name: doc.name };
    return personOf(id);
  };
}

type ProjectOf = (id: string) => Promise<{ id: string; name: string } | null | undefined>;

/** Returns the lookup of projects for answers about the installation; undefined in others. */
export function projects({ engine }: Context, { project }: LogScope): ProjectOf {
  const read = readOnce(engine, projectDocs);
  return async id => {
    if (project !== undefined) return undefined;
    const doc = id === '' ? undefined : await read(id);
    return doc ? { id, name: doc.name } : null;
  };
}

/** Whether a person is of a project: its owner, or a member. */
async function isOf(
  { model }: Context['engine'],
  project: ProjectDoc,
  userId: string,
): Promise<boolean> {
  if (project.ownerId === userId) return true;
  return (await model.get(memberDocs, memberId(peopleProjectOf(project), userId))) !== undefined;
}

const messageOf = (language: Language, entry: LogEntry): string => {
  const { source, method, route, name, status, code, ms, detail } = entry;
  if (source === 'deploy') return textIn(language, name, { detail });
  const answered = code === '' ? String(status) : `${status} ${code}`;
  return `${method} ${route === '' ? textIn(language, 'unknown-path') : route} · ${answered} · ${ms} ms`;
};

/** An entry as a reader is shown it. */
export async function lineOf(
  { language }: Pick<Context, 'language'>,
  { seesHistory }: LogScope,
  { actorOf, projectOf }: { readonly actorOf: ActorOf; readonly projectOf: ProjectOf },
  entry: LogEntry,
): Promise<LogLine> {
  const { id, source, method, route, name, status, code, ms, bytes, position } = entry;
  const line = {
    id,
    time: timeOf(entry),
    type: typeOf(entry),
    source,
    message: messageOf(language, entry),
  };
  if (source === 'deploy') return { ...line, actor: null };
  const project = await projectOf(entry.project);
  return {
    ...line,
    actor: await actorOf(entry.actor),
    request: {
      method,
      route,
      call: name,
      status,
      code: code === '' ? null : code,
      ms,
      bytes,
      requestId: entry.request,
      ...(project !== undefined && { project }),
      position: seesHistory && position !== '' ? position : null,
    },
  };
}

/** The figures of a call as a line of the log. */
export async function figuresLine(
  { language }: Pick<Context, 'language'>,
  { seesHistory }: LogScope,
  actorOf: ActorOf,
  { newest, figures }: CallFigures,
): Promise<LogLine> {
  return {
    id: newest.id,
    time: timeOf(newest),
    type: figures.p95 >= SLOW_MS ? 'warning' : 'info',
    source: 'performance',
    message: textIn(language, 'figures', { call: newest.name, ...figures }),
    actor: seesHistory ? await actorOf(newest.actor) : null,
    figures,
  };
}
