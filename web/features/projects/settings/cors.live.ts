import {
  addCorsDomain,
  getCors,
  removeCorsDomain,
  switchCorsPattern,
} from '@hzm/contracts/features/cors/api';
import type { CorsSettings, PlatformPattern } from '@hzm/contracts/features/cors/domain';
import { send } from '../../../lib/http.ts';
import { liveResource, resources, useLive, type Loaded } from '../../../state/live-resource.ts';

/** Answers and pushes arrive in any order; the later state wins. */
const later = (known: CorsSettings, said: CorsSettings): CorsSettings =>
  (said.lastUpdated ?? '') < (known.lastUpdated ?? '') ? known : said;

export const corsOf = resources<CorsSettings>(projectId =>
  liveResource({
    topic: `project:${projectId}`,
    load: async ask => (await ask(getCors, { params: { projectId } })).project,
    apply: (known, { kind, op, doc }) =>
      kind === 'cors' && op === 'put' ? later(known, doc as unknown as CorsSettings) : known,
    stays: () => true,
  }),
);

export const useCors = (projectId: string): Loaded<CorsSettings> => useLive(corsOf(projectId));

const draw = (projectId: string, said: CorsSettings): void =>
  corsOf(projectId).update(known => later(known, said));

export async function add(projectId: string, domain: string): Promise<void> {
  draw(
    projectId,
    (await send(addCorsDomain, { params: { projectId }, body: { domain } })).data.project,
  );
}

export async function remove(projectId: string, domain: string): Promise<void> {
  draw(projectId, (await send(removeCorsDomain, { params: { projectId, domain } })).data.project);
}

/** Switches a platform, or all of them. */
export async function turn(
  projectId: string,
  isOn: boolean,
  pattern?: PlatformPattern,
): Promise<void> {
  draw(
    projectId,
    (await send(switchCorsPattern, { params: { projectId }, body: { pattern, isOn } })).data
      .project,
  );
}
