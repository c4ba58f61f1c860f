import type { Position } from '@hzm/contracts/core/position';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import { reject } from '@hzm/services/core/commands/decider';
import type { Context } from '@hzm/services/core/engine';
import { newApiKey, randomLetters } from '@hzm/services/core/security/api-key';
import { isOfAnother, projectDoc } from '../access/project.ts';
import { withReadModelAsOf } from '../past/point-in-time.ts';
import { createProject, portfolio } from './portfolio.ts';

interface NewProject {
  readonly name: string;
  readonly description: string;
  readonly apiKeyPassword?: string | undefined;
  readonly keyType: 'project' | 'admin_project';
}

/**
 * Creates a project with its main key and waits until it can be read. `limit`: how many the owner
 * may have.
 */
export async function create(
  context: Context,
  ownerId: string,
  limit: number,
  wanted: NewProject,
): Promise<{ project: ProjectDoc; position: Position | undefined }> {
  const { engine, request } = context;
  // In a log of 0.1.0, a project's first event does not say any more which request made it.
  const idOf = await engine.executor.ids(
    request,
    async formerOf =>
      (await engine.model.get(projectDocs, formerOf('project')))?.ownerId === ownerId,
  );
  const projectId = idOf(`account:${ownerId}`, 'project');
  const isTaken = request.repeatable && (await isOfAnother(engine, projectId, ownerId));
  const { position, repeated } = await engine.executor.execute(request, {
    stream: `portfolio-${ownerId}`,
    decider: portfolio,
    // The request may have made a project that was handed over since. A repeat is answered first.
    decide: isTaken
      ? () => reject('CONFLICT', { text: 'id-of-another-owner' })
      : createProject(
          {
            projectId,
            ownerId,
            name: wanted.name,
            description: wanted.description,
            keyType: wanted.keyType,
            parentProjectId: null,
            tableCount: 0,
            widgetCount: 0,
            apiKey: newApiKey(projectId, wanted.keyType, engine.now()),
            apiKeyPassword: wanted.apiKeyPassword ?? randomLetters(16),
          },
          limit,
        ),
  });
  await engine.projector.waitForPosition(position);
  return {
    project: await projectDoc(await withReadModelAsOf(context, { projectId }, repeated), projectId),
    position,
  };
}
