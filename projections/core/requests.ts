import { collection } from '@hzm/contracts/core/collection';
import { requestKey } from '@hzm/contracts/core/request';
import { events } from '@hzm/contracts/registry';
import { put } from './changes.ts';
import { on, projection } from './projection.ts';

/**
 * Where in the log the last event of a request stands whose id its caller chose. `day`: when, in
 * UTC.
 */
export type RequestDoc = {
  readonly id: string;
  readonly day: string;
  readonly stream: string;
  readonly revision: number;
};

/** At least seven whole ones, also when clocks are put right or differ between processes. */
const DAYS = 9;

export const requestDocs = collection<RequestDoc>({
  name: 'requests',
  expires: { by: 'day', days: DAYS },
});

/**
 * An index of the requests whose ids callers chose, so that a repeated request is recognised. Only
 * places in the log, no content.
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
