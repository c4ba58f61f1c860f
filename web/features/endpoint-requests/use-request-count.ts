import { useInbox } from './inbox.live.ts';
import { totalOf } from './inbox.ts';

/** How many requests a project has; undefined until it is known. */
export function useRequestCount(projectId: string): number | undefined {
  const { data } = useInbox(projectId);
  return data === null ? undefined : totalOf(data.docs);
}
