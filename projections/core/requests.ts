import { collection } from '@hzm/contracts/core/collection';
import { requestKey } from '@hzm/contracts/core/request';
import { events } from '@hzm/contracts/registry';
import { put } from './changes.ts';
import { on, projection } from './projection.ts';

/** The last event of a request whose id its caller chose. `day` is its date in UTC. */
export type RequestDoc = {
  readonly id: string;
  readonly day: string;
  readonly stream: string;
  readonly revision: number;
};

/** Keeps at least seven whole days, even if clocks are corrected or differ between processes. */
const DAYS = 9;

export const requestDocs = collection<RequestDoc>({
  name: 'requests',
  expires: { by: 'day', days: DAYS },
});

/**
 * An index of requests with ids that callers chose, to recognise a retry. Holds positions in the
 * log and no content.
 */
export const requests = projection({
  name: 'requests',
  version: 1,
  collections: [requestDocs],
  ofMetadata: true,
  on: events.map(definition =>
    on(definition, ({ meta: { at, actor, request, mac }, stream, revision }) =>
      mac === undefined
        ? []
        : [
            put(requestDocs, {
              id: requestKey(actor, request),
              day: at.slice(0, 10),
              stream,
              revision,
            }),
          ],
    ),
  ),
});
