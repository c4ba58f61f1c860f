import { getUsage } from '@hzm/contracts/features/storage/api';
import type { ProjectUsage } from '@hzm/contracts/features/storage/storage';
import { useEffect } from 'react';
import { liveResource, resources, useLive, type Loaded } from '../../../state/live-resource.ts';

/** Polling interval of a visible usage, in milliseconds: it changes with every write. */
const ASKED_MS = 5_000;

export const usageOf = resources<ProjectUsage>(projectId =>
  liveResource({
    topic: `project:${projectId}`,
    load: async ask => (await ask(getUsage, { params: { projectId } })).usage,
    apply: known => known,
    stays: () => true,
  }),
);

/** Storage of a project, at most five seconds old. */
export function useUsage(projectId: string): Loaded<ProjectUsage> {
  useEffect(() => {
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible') void usageOf(projectId).reload();
    }, ASKED_MS);
    return () => clearInterval(asking);
  }, [projectId]);
  return useLive(usageOf(projectId));
}
