import { useInbox } from './inbox.live.ts';
import { totalOf } from './inbox.ts';

/** Number of a project's requests; undefined while loading. */
export function useRequestCount(projectId: string): number | undefined {
  const { data } = useInbox(projectId);
  return data === null ? undefined : totalOf(data.docs);
}
