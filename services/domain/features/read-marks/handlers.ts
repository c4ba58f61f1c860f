import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { topicAccess } from '@hzm/contracts/features/members/rights';
import * as api from '@hzm/contracts/features/read-marks/api';
import type { ReadTopic } from '@hzm/contracts/features/read-marks/read-mark';
import { handle, type Context } from '@hzm/services/core/engine';
import { authorize } from '../../access/authorize.ts';
import { projectOfResource } from '../../access/resources.ts';
import { mark } from './mark.ts';

/** Returns what a thing is part of. @throws Problem NOT_FOUND, also for what the caller may not read */
async function scopeOf({ engine, caller }: Context, topic: ReadTopic): Promise<ReadTopic> {
  const [kind = '', id = ''] = topic.split(':');
  const whole = kind.replace(/s?$/, 's');
  // Notifications are marked where they are told.
  if (whole === 'notifications') throw new Problem('NOT_FOUND');
  const projectId = kind === whole ? id : await projectOfResource(engine, { [`${kind}Id`]: id });
  if (projectId === undefined) throw new Problem('NOT_FOUND');
  const access = topicAccess[whole as 'requests' | 'threads'];
  await authorize(engine, caller, { access, method: 'GET' }, { projectId });
  return `${whole}:${projectId}`;
}

export const handlers = [
  handle(api.markRead, async (context, { body: { topic, upTo } }) => {
    const { engine, caller } = context;
    // A key reads for a program, which has no read marks.
    if (caller.key) throw new Problem('KEY_SCOPE');
    const scope = await scopeOf(context, topic);
    const accountId = caller.actor;
    const { state, position } = await mark(context, { accountId, topic, scope }, upTo as Position);
    await engine.projector.waitForPosition(position);
    return { data: { mark: { topic, scope, upTo: state } }, position };
  }),
];
