import type { AnswerOf } from '@hzm/contracts/core/call';
import { listEndpointRequests } from '@hzm/contracts/features/endpoint-requests/api';
import type {
  EndpointRequest,
  ListedRequest,
} from '@hzm/contracts/features/endpoint-requests/request';
import { markRead } from '@hzm/contracts/features/read-marks/api';
import type { ReadMark } from '@hzm/contracts/features/read-marks/read-mark';
import { useEffect } from 'react';
import { send } from '../../lib/http.ts';
import { watch } from '../../realtime/socket.ts';
import { store } from '../../state/jotai.ts';
import {
  liveResource,
  resources,
  useLive,
  type Ask,
  type Loaded,
} from '../../state/live-resource.ts';
import { applyChange, knownFrom, takeIn, type Known } from '../../state/live.ts';
import { sessionAtom } from '../../state/session.ts';
import { useSession } from '../../state/use-session.ts';

const PAGE_SIZE = 500;
const me = (): string | undefined => store.get(sessionAtom)?.user.id;

/** Loads all requests of a project, which are few enough to filter here. */
async function load(projectId: string, ask: Ask): Promise<Known<ListedRequest>> {
  const requests: ListedRequest[] = [];
  let cursor: string | undefined;
  do {
    const page: AnswerOf<typeof listEndpointRequests> = await ask(listEndpointRequests, {
      params: { projectId },
      query: { limit: PAGE_SIZE, cursor },
    });
    requests.push(...page.requests);
    cursor = page.pagination.nextCursor;
  } while (cursor !== undefined);
  return knownFrom(requests);
}

export const inboxOf = resources<Known<ListedRequest>>(projectId =>
  liveResource({
    topic: `requests:${projectId}`,
    load: ask => load(projectId, ask),
    // Changes by others are unread, one's own are not.
    apply: (known, change) =>
      change.kind === 'endpoint-request'
        ? applyChange(
            known,
            { ...change, doc: { ...change.doc, unread: change.actor?.id !== me() } },
            'first',
          )
        : known,
  }),
);

/** Applies a read mark. */
const withMark =
  ({ topic, scope, upTo }: ReadMark) =>
  (known: Known<ListedRequest>): Known<ListedRequest> => ({
    ...known,
    docs: known.docs.map(one =>
      one.unread && one.position <= upTo && (topic === scope || topic === `request:${one.id}`)
        ? { ...one, unread: false }
        : one,
    ),
  });

/** Requests of a project, with read marks from other devices. */
export function useInbox(projectId: string): Loaded<Known<ListedRequest>> {
  const { user } = useSession();
  useEffect(
    () =>
      watch(`user:${user.id}`, {
        onChanges: ({ changes }) => {
          for (const { kind, doc } of changes)
            if (kind === 'read-mark' && doc?.['scope'] === `requests:${projectId}`)
              inboxOf(projectId).update(withMark(doc as unknown as ReadMark));
        },
        onRefetch: () => void inboxOf(projectId).reload(),
      }),
    [projectId, user.id],
  );
  return useLive(inboxOf(projectId));
}

/** Applies an answer about a request. */
export const takeRequest = (
  projectId: string,
  said: EndpointRequest,
  place: Pick<ListedRequest, 'position'>,
): void =>
  inboxOf(projectId).update(known => {
    const before = known.docs.find(({ id }) => id === said.id);
    // The topic may have sent a newer version already.
    return before && before._version > said._version
      ? known
      : takeIn(known, { ...said, unread: false, position: place.position }, 'first');
  });

/**
 * Marks a request, or all of a project, as read, here at once and on every device. A failure is
 * ignored, because the next read repeats it.
 */
export function tellRead(
  projectId: string,
  what: Pick<ListedRequest, 'id' | 'position'> | 'all',
  newest: string,
): void {
  const scope = `requests:${projectId}`;
  const topic = what === 'all' ? scope : `request:${what.id}`;
  const upTo = what === 'all' ? newest : what.position;
  inboxOf(projectId).update(withMark({ topic, scope, upTo }));
  void send(markRead, { body: { topic, upTo } }).catch(() => undefined);
}
