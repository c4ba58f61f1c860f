import type { WireChange } from '@hzm/contracts/core/realtime';
import type { ReadMark } from '@hzm/contracts/features/read-marks/read-mark';
import { listThreads } from '@hzm/contracts/features/threads/api';
import type { Thread } from '@hzm/contracts/features/threads/thread';
import { useEffect } from 'react';
import { watch } from '../../../realtime/socket.ts';
import {
  liveResource,
  resources,
  useLive,
  type LiveResource,
  type Loaded,
} from '../../../state/live-resource.ts';
import { useProjects } from '../../../state/projects.live.ts';
import { useSession } from '../../../state/use-session.ts';
import { withMark, withSaid, type Chat } from '../model/chat.ts';

/**
 * Bounds of the listed threads, which the server returns together, and of the projects followed
 * live.
 */
const MAX_LISTED = 50;
const MAX_FOLLOWED = 20;
/**
 * Delay of a reload after a change that only the server can count, and the random spread among
 * readers of a project, in milliseconds.
 */
const RELOAD_MS = 1_500;
const SPREAD_MS = 2_000;

const isOfProject = ({ kind, op }: WireChange): boolean => kind === 'project' && op === 'drop';

export const chatOf = resources<Chat>(userId =>
  liveResource<Chat>({
    topic: `user:${userId}`,
    load: async ask => {
      const { threads, statusCounts } = await ask(listThreads, { query: { limit: MAX_LISTED } });
      return { threads, unread: statusCounts.unread };
    },
    apply: (chat, change) => {
      if (change.kind === 'read-mark')
        return withMark(chat, change.doc as unknown as ReadMark) ?? 'refetch';
      return isOfProject(change) ? 'refetch' : chat;
    },
  }),
);

let timer: ReturnType<typeof setTimeout> | undefined;
const reloadSoon = (chat: LiveResource<Chat>): void => {
  timer ??= setTimeout(
    () => {
      timer = undefined;
      void chat.reload();
    },
    RELOAD_MS + Math.random() * SPREAD_MS,
  );
};

/** Applies a thread change from a project's topic. */
function take(
  chat: LiveResource<Chat>,
  userId: string,
  { kind, op, doc, actor }: WireChange,
): void {
  if (kind !== 'thread' || op !== 'put') return;
  chat.update(known => {
    const next = withSaid(known, doc as unknown as Thread, actor?.id === userId);
    if (next === undefined) reloadSoon(chat);
    return next ?? known;
  });
}

/** The signed-in person's chat, live in the projects changed last. */
export function useChat(): Loaded<Chat> {
  const {
    user: { id },
  } = useSession();
  const projects = useProjects().data?.docs ?? [];
  const chat = chatOf(id);
  const followed = projects
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, MAX_FOLLOWED)
    .map(project => project.id)
    .toSorted()
    .join(' ');
  useEffect(() => {
    const stops = followed
      .split(' ')
      .filter(project => project !== '')
      .map(project =>
        watch(`threads:${project}`, {
          onChanges: ({ changes }) => {
            for (const change of changes) take(chat, id, change);
          },
          // Messages between the answer and this moment are in neither.
          onStatus: status => {
            if (status === 'live') reloadSoon(chat);
          },
          onRefetch: () => reloadSoon(chat),
        }),
      );
    return () => {
      for (const stop of stops) stop();
    };
  }, [followed, id, chat]);
  return useLive(chat);
}
