import type { Status } from '@hzm/contracts/core/status';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import type { Engine } from '@hzm/services/core/engine';
import { readOnce } from '@hzm/services/core/read-model/read-once';
import type { NamelessStatus } from '@hzm/services/core/status/status-service';

/**
 * Names the people who are connected, and the projects that they are in. Whoever is deleted
 * meanwhile is left out.
 */
export async function withNames(
  engine: Pick<Engine, 'model'>,
  status: NamelessStatus,
): Promise<Status> {
  const [person, projectOf] = [readOnce(engine, accountDocs), readOnce(engine, projectDocs)];
  const online = await Promise.all(
    status.online.map(async ({ userId, since, places }) => {
      const account = await person(userId);
      const named = await Promise.all(
        places.map(async place => {
          const project =
            place.projectId === undefined ? undefined : await projectOf(place.projectId);
          return { ...place, ...(project && { projectName: project.name }) };
        }),
      );
      return account ? [{ userId, name: account.name, since, places: named }] : [];
    }),
  );
  return { ...status, online: online.flat() };
}
