import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/looks/api';
import { LOOK_MINUTES } from '@hzm/contracts/features/looks/look';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { lookDocs } from '@hzm/projections/features/looks/looks';
import { handle } from '@hzm/services/core/engine';
import { accountDoc, userOf } from '../../access/account.ts';
import { beginLook, endLook, look } from './look.ts';
import { latestLooks, lookOf } from './view.ts';

export const handlers = [
  handle(api.beginLook, async ({ engine, caller, request }, { params: { accountId } }) => {
    const { executor, model, now, projector, tokens } = engine;
    const person = await accountDoc(engine, accountId);
    if (accountId === caller.actor) throw new Problem('CONFLICT', { text: 'look-self' });
    if (!person.isActive) throw new Problem('CONFLICT', { text: 'look-passive' });
    const { sessionId, token } = caller;
    if (sessionId === undefined || !token) throw new Problem('UNAUTHORIZED');
    const lookId = (await executor.ids(request))(`account:${accountId}`, 'look');
    const end = Math.min(Math.floor(now().getTime() / 1000) + LOOK_MINUTES * 60, token.end);
    const { position } = await executor.execute(request, {
      stream: `look-${lookId}`,
      decider: look,
      decide: beginLook({
        accountId,
        lookId,
        lookerId: caller.actor,
        lookerSession: sessionId,
        expiresAt: new Date(end * 1000).toISOString(),
      }),
    });
    await projector.waitForPosition(position);
    const doc = await model.get(lookDocs, lookId);
    const left = doc ? Math.floor((Date.parse(doc.expiresAt) - now().getTime()) / 1000) : 0;
    if (!doc || left <= 0 || doc.endedAt !== null) throw new Problem('CONFLICT');
    return {
      data: {
        user: userOf(person),
        credentials: { email: person.email, apiKey: null, projectPassword: null, scope: null },
        token: await tokens.sign({ accountId, sessionId, lookId }, left),
        look: lookOf(doc, await model.get(accountDocs, caller.actor)),
      },
      position,
    };
  }),

  handle(api.endLook, async ({ engine, request }, { params: { lookId } }) => {
    const doc = await engine.model.get(lookDocs, lookId);
    if (!doc) throw new Problem('NOT_FOUND');
    const { position } = await engine.executor.execute(request, {
      stream: `look-${lookId}`,
      decider: look,
      decide: endLook({ accountId: doc.accountId, lookId }),
    });
    await engine.projector.waitForPosition(position);
    return { data: {}, position };
  }),

  handle(api.listLooks, async ({ engine, caller }) => ({
    data: {
      looks: await Promise.all(
        (await latestLooks(engine, 'accountId', caller.actor)).map(async doc =>
          lookOf(doc, await engine.model.get(accountDocs, doc.lookerId)),
        ),
      ),
    },
  })),
];
