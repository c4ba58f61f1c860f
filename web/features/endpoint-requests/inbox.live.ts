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

/**
 * All endpoint requests of a project: there are no more of them than can be looked through here.
 */
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
    // What somebody else has changed is news; one's own change is none.
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

/** What has been read up to a mark is news no more. */
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

/** The requests of a project, with what is read on other devices. */
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

/** Draws what an answer says of a request. */
export const takeRequest = (
  projectId: string,
  said: EndpointRequest,
  place: Pick<ListedRequest, 'position'>,
): void =>
  inboxOf(projectId).update(known => {
    const before = known.docs.find(({ id }) => id === said.id);
    // The topic may have said something newer already.
    return before && before._version > said._version
      ? known
      : takeIn(known, { ...said, unread: false, position: place.position }, 'first');
  });

/**
 * Says, here at once and on every device, that a request, or all of a project, has been read as it
 * is here. A failure is no matter: it is said again the next time.
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
