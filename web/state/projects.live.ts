import { listProjects } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { liveResource, resources, useLive, type Loaded } from './live-resource.ts';
import { applyChange, knownFrom, type Known } from './live.ts';
import { useSession } from './use-session.ts';

/** The projects of an account, newest first. */
export const projectsOf = resources<Known<Project>>(accountId =>
  liveResource({
    topic: `user:${accountId}`,
    load: async ask => knownFrom((await ask(listProjects, { query: { limit: 10_000 } })).projects),
    // Gaining or losing the administrator role changes the list.
    apply: (known, change) =>
      change.kind === 'user'
        ? 'refetch'
        : change.kind === 'project'
          ? applyChange(known, change, 'first')
          : known,
  }),
);

export const useProjects = (): Loaded<Known<Project>> => useLive(projectsOf(useSession().user.id));
