import { getUsage } from '@hzm/contracts/features/storage/api';
import type { ProjectUsage } from '@hzm/contracts/features/storage/storage';
import { useEffect } from 'react';
import { liveResource, resources, useLive, type Loaded } from '../../../state/live-resource.ts';

/**
 * The interval at which a shown usage is read again, in milliseconds: it changes with every write.
 */
const ASKED_MS = 5_000;

export const usageOf = resources<ProjectUsage>(projectId =>
  liveResource({
    topic: `project:${projectId}`,
    load: async ask => (await ask(getUsage, { params: { projectId } })).usage,
    apply: known => known,
    stays: () => true,
  }),
);

/** The storage of a project, at most five seconds old. */
export function useUsage(projectId: string): Loaded<ProjectUsage> {
  useEffect(() => {
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible') void usageOf(projectId).reload();
    }, ASKED_MS);
    return () => clearInterval(asking);
  }, [projectId]);
  return useLive(usageOf(projectId));
}
