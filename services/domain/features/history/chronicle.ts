import { isIntact, type Event } from '@hzm/contracts/core/event';
import type { JsonObject } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { projectCreated, projectDescribed, projectSettingsChanged } from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { fieldAdded, fieldChanged, fieldMoved, fieldRemoved, tableCreated, tableDeleted, tableRenamed } from '@hzm/contracts/features/tables/events';
import type { Engine } from '@hzm/services/core/engine';
import { projectDoc } from '../projects/view.ts';

/** What telling a project's history needs beyond the events told. */
export interface Chronicle {
  /** The last names of all tables and fields there ever were, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** What an event about the project or its schema replaced. */
  readonly before: ReadonlyMap<Position, JsonObject>;
}

interface Statement {
  /** What it is about. */
  readonly subject: string;
  /** What it says; undefined: nothing new. */
  readonly says?: JsonObject;
}

const described = ({ name, description }: JsonObject): JsonObject => ({ name, description });

const statements: Readonly<Record<string, (data: JsonObject) => Statement>> = {
  [projectCreated.type]: data => ({ subject: 'project', says: described(data) }),
  [projectDescribed.type]: data => ({ subject: 'project', says: described(data) }),
  [projectSettingsChanged.type]: ({ settings, isPublic }) => ({ subject: 'settings', says: { ...(settings as JsonObject), isPublic } }),
  [tableCreated.type]: ({ tableId, name }) => ({ subject: tableId as string, says: { name } }),
  [tableRenamed.type]: ({ tableId, name }) => ({ subject: tableId as string, says: { name } }),
  [tableDeleted.type]: ({ tableId }) => ({ subject: tableId as string }),
  [fieldAdded.type]: ({ fieldId, field }) => ({ subject: fieldId as string, says: field as JsonObject }),
  [fieldChanged.type]: ({ fieldId, field }) => ({ subject: fieldId as string, says: field as JsonObject }),
  [fieldRemoved.type]: ({ fieldId }) => ({ subject: fieldId as string }),
  [fieldMoved.type]: ({ fieldId }) => ({ subject: fieldId as string }),
};

/** Pure: from a project's own events, oldest first. */
export function chronicle(events: readonly Event[]): Chronicle {
  const said = new Map<string, JsonObject>([['settings', { ...defaultSettings, isPublic: false }]]);
  const before = new Map<Position, JsonObject>();
  for (const { type, position, data, erased } of events) {
    const statement = erased ? undefined : statements[type]?.(data);
    if (!statement) continue;
    const old = said.get(statement.subject);
    if (old) before.set(position, old);
    if (statement.says) said.set(statement.subject, statement.says);
  }
  return { names: new Map([...said].map(([subject, { name }]) => [subject, typeof name === 'string' ? name : ''])), before };
}

/** @throws Problem NOT_FOUND */
export async function chronicleOf(engine: Pick<Engine, 'store' | 'codec' | 'model'>, projectId: string): Promise<Chronicle> {
  const { ownerId } = await projectDoc(engine, projectId);
  const streams = await Promise.all([`portfolio-${ownerId}`, `project-${projectId}`, `schema-${projectId}`].map(stream => engine.store.readStream(stream)));
  // Without what cannot be opened there are names missing, no more.
  const events = (await engine.codec.open(streams.flat())).filter(isIntact);
  return chronicle(events.filter(({ data }) => data['projectId'] === projectId));
}
