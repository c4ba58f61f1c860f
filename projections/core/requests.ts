import type { Doc } from '@hzm/contracts/core/change';
import { requestKey } from '@hzm/contracts/core/request';
import { events } from '@hzm/contracts/registry';
import { on, projection } from './projection.ts';

/** Where in the log a request stands whose name its caller chose: its last event. `day`: when, in UTC. */
export type RequestDoc = Doc & { readonly day: string; readonly stream: string; readonly revision: number };

/** At least seven whole ones, also when clocks are put right or differ between processes. */
const DAYS = 9;

/** What callers have asked for under which names, so that the same request is known again. Only places in the log, no content. */
export const requests = projection({
  name: 'requests',
  version: 1,
  collections: [{ name: 'requests', expires: { by: 'day', days: DAYS } }],
  ofErased: true,
  on: events.map(definition => on(definition, ({ meta: { at, actor, request, mac }, stream, revision }) => {
    if (mac === undefined) return [];
    const id = requestKey(actor, request);
    return [{ op: 'put', collection: 'requests', id, doc: { id, day: at.slice(0, 10), stream, revision } satisfies RequestDoc }];
  })),
});
