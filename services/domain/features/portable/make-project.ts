import { Problem } from '@hzm/contracts/core/problem';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import type { ProjectSettings } from '@hzm/contracts/features/projects/project';
import type { Field } from '@hzm/contracts/features/tables/table';
import { derivedId } from '@hzm/services/core/commands/derived-id';
import { placeId } from '@hzm/services/core/commands/place-id';
import type { Request } from '@hzm/services/core/commands/request';
import { isTransient } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { newApiKey, randomLetters } from '@hzm/services/core/security/api-key';
import { isOfAnother } from '../../access/project.ts';
import { createImported, portfolio } from '../../portfolio/portfolio.ts';
import { access, changeSettings } from '../projects/access.ts';
import { unfinishedStreams } from '../projects/parts.ts';
import { leftByUnfinished } from '../storage/left.ts';
import { inAppends } from '../tables/in-appends.ts';
import { relatedAs } from '../tables/relationships.ts';
import { schemaChanges } from '../tables/schema-changes.ts';
import { schema, type Schema } from '../tables/schema.ts';
import type { PlannedProject } from './plan-project.ts';

export interface MadeTable {
  readonly projectId: string;
  readonly id: string;
  readonly fields: readonly Field[];
}
/** `tables` are by their index in the file. */
export interface MadeProject {
  readonly settings: ProjectSettings;
  readonly tables: ReadonlyMap<number, MadeTable>;
}

const madeTables = (
  projectId: string,
  { tables }: PlannedProject,
): ReadonlyMap<number, MadeTable> =>
  new Map(
    tables.map(({ place, fields }) => {
      const id = placeId(projectId, 'table', place);
      return [
        place,
        {
          projectId,
          id,
          fields: fields.map((field, i) => ({
            ...field,
            id: placeId(id, 'field', i),
            relationships: [],
          })),
        },
      ];
    }),
  );

/**
 * Creates a project for the caller: first its schema, which nobody sees, then the project with its
 * keys, decided in the portfolio. Resumes an interrupted creation; does nothing if it exists.
 * @throws Problem NOT_FOUND if it was deleted or handed over since
 */
export async function makeProject(
  engine: Engine,
  request: Request,
  projectId: string,
  planned: PlannedProject,
): Promise<MadeProject> {
  const { executor, vault, now } = engine;
  const ownerId = request.actor;
  const tables = madeTables(projectId, planned);
  const stream = `portfolio-${ownerId}`;
  if (!(await executor.load(stream, portfolio)).has(projectId)) {
    const isGone = await vault.isDestroyed(`project:${projectId}`);
    if (isGone || (await isOfAnother(engine, projectId, ownerId))) {
      throw new Problem('NOT_FOUND', { text: 'project-not-found' });
    }
    try {
      await makeSchema(engine, request, projectId, schemaOf(planned, tables));
      const made = {
        projectId,
        ownerId,
        name: planned.name,
        description: planned.description,
        keyType: 'project' as const,
        parentProjectId: null,
        tableCount: tables.size,
        // They follow, each by an event of its own.
        widgetCount: 0,
        apiKey: newApiKey(projectId, 'project', now()),
        apiKeyPassword: randomLetters(16),
      };
      await executor.execute(request, { stream, decider: portfolio, decide: createImported(made) });
    } catch (error) {
      // Otherwise a schema without a project would remain.
      if (!isTransient(error))
        await giveUp(engine, request, projectId, tables).catch(() => undefined);
      throw error;
    }
  }
  await executor.execute(request, {
    stream: `project-${projectId}`,
    about: { projectId },
    decider: access,
    decide: changeSettings(projectId, planned.settings, undefined),
  });
  await makeEntries(engine, request, projectId, planned, tables);
  return { tables, settings: planned.settings };
}

/** The ids of imported tables and fields by those in the file. */
const idsIn = (planned: PlannedProject, tables: MadeProject['tables']) =>
  new Map(
    planned.tables.flatMap(({ place, id, fieldIds }) => [
      [id, tables.get(place)!.id] as const,
      ...fieldIds.map((fieldId, i) => [fieldId, tables.get(place)!.fields[i]!.id] as const),
    ]),
  );

function schemaOf(planned: PlannedProject, tables: MadeProject['tables']): Schema {
  const ids = idsIn(planned, tables);
  return new Map(
    planned.tables.map(({ place, name, fields: shapes }) => {
      const { id, fields } = tables.get(place)!;
      const byId = new Map(
        shapes.map((shape, i) => {
          const fieldId = fields[i]!.id;
          const [relationship] = shape.relationships ?? [];
          const idOf = (one: string): string | undefined =>
            one === relationship?.id ? placeId(fieldId, 'relationship', 0) : ids.get(one);
          return [fieldId, relatedAs(shape, idOf)] as const;
        }),
      );
      return [id, { name, fields: byId, order: [] }];
    }),
  );
}

/** Deletes an incomplete project. */
async function giveUp(
  engine: Engine,
  request: Request,
  projectId: string,
  tables: MadeProject['tables'],
): Promise<void> {
  const ownerId = request.actor;
  const tableIds = [...tables.values()].map(({ id }) => id);
  const leaves = await leftByUnfinished(engine, unfinishedStreams(projectId));
  await engine.executor.execute(request, {
    stream: `portfolio-${ownerId}`,
    decider: portfolio,
    decide: () => [projectDeleted({ projectId, ownerId, tableIds, memberIds: [], leaves })],
  });
}

/** Adds the entries of the lists beside the tables, with the ids of the imported tables. */
async function makeEntries(
  engine: Engine,
  request: Request,
  projectId: string,
  planned: PlannedProject,
  tables: MadeProject['tables'],
): Promise<void> {
  const ids = idsIn(planned, tables);
  for (const { kind, place, adding } of planned.entries) {
    const add = adding(id => ids.get(id))!;
    // Keyed, because anybody who knows a widget's id sees its rows.
    const id = derivedId(engine.codec.idKey, request, `project:${projectId}`, `${kind}/${place}`);
    await add({ engine, request, projectId, id });
  }
}

async function makeSchema(
  { executor }: Engine,
  request: Request,
  projectId: string,
  wanted: Schema,
): Promise<void> {
  const stream = `schema-${projectId}`;
  const { state, revision } = await executor.look({ stream, decider: schema });
  let last = revision;
  for (const part of inAppends(schemaChanges(projectId, state, wanted))) {
    const appended = await executor.append(
      stream,
      last,
      await executor.encode(request, stream, part),
    );
    // Another process creates the same one.
    if (!appended) throw new Problem('NOT_READY', { retryAfter: 1 });
    last = appended.revision;
  }
}
