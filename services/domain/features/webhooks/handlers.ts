import { newId } from '@hzm/contracts/core/ids';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/webhooks/api';
import {
  WEBHOOK_ASKED_OF_ACCOUNT_PER_MINUTE,
  WEBHOOK_ASKED_PER_MINUTE,
  type Webhook,
} from '@hzm/contracts/features/webhooks/webhook';
import { historyDocs } from '@hzm/projections/features/history/history';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { newDeliverySecret } from '@hzm/services/core/security/signed-delivery';
import { tablesOf } from '../../access/table.ts';
import { guarded } from '../../past/decided.ts';
import { eventsAt } from '../../past/log-index.ts';
import { answerOf, callReceiver, headersOf } from './calling.ts';
import { ASKED_OF_DESTINATION, DeliveryRate, destinationOf } from './delivery-rate.ts';
import { kindOf } from './kinds.ts';
import { payloadOf, type Payload } from './payload.ts';
import { decideItself } from './system.ts';
import { callOf, webhookDoc, webhookOf } from './view.ts';
import {
  choose,
  endFormerSecret,
  firstSecret,
  hook,
  hookStream,
  renewSecret,
  resumeHook,
  sendAgain,
  type Hook,
} from './webhook.ts';

/** Calls that people ask for and wait for. */
const ASKED = new Gate({ together: 16, each: 1, waiting: 64, waitingEach: 4, timeoutMs: 10_000 });
/** Destinations of calls that people ask for, of whatever account and project. */
const DESTINATIONS = new DeliveryRate(ASKED_OF_DESTINATION);

/** Counts a call to a destination. @param now in milliseconds @throws Problem RATE_LIMIT_EXCEEDED */
function spend(url: string, body: string, now: number): void {
  const destination = destinationOf(url);
  const waitMs = DESTINATIONS.waitMs(destination, now);
  if (waitMs > 0)
    throw new Problem('RATE_LIMIT_EXCEEDED', {
      text: 'too-many-requests',
      retryAfter: Math.ceil(waitMs / 1_000),
    });
  DESTINATIONS.spend(destination, Buffer.byteLength(body), now);
}

const answer = async (
  engine: Engine,
  projectId: string,
): Promise<{ readonly webhook: Webhook }> => ({
  webhook: await webhookOf(engine, await webhookDoc(engine, projectId)),
});

/** Decides on the stream of a webhook, and waits until the decision can be read. */
const decide = (context: Context, projectId: string, by: (s: Hook) => Decision) =>
  guarded(context, async allowed => {
    const { engine, request } = context;
    const done = await engine.executor.execute(request, {
      stream: hookStream(projectId),
      decider: hook,
      decide: by,
      about: { projectId },
      allowed,
    });
    await engine.projector.waitForPosition(done.position);
    return done;
  });

const changed = async (context: Context, projectId: string, by: (s: Hook) => Decision) => {
  const { position } = await decide(context, projectId, by);
  return { data: await answer(context.engine, projectId), position };
};

/** Returns what a receiver is told of one event of this project. */
async function payloadAt(
  engine: Engine,
  projectId: string,
  position: Position,
): Promise<Payload | undefined> {
  const entry = await engine.model.get(historyDocs, position);
  if (entry?.projectId !== projectId || kindOf(entry.type) === undefined) return undefined;
  for await (const event of eventsAt(engine, [entry])) return payloadOf(engine, event);
  return undefined;
}

const testPayload = (projectId: string, id: string, now: Date): Payload => {
  const type = 'webhook-test';
  const told = { id, type, timestamp: now.toISOString(), position: null, projectId, data: {} };
  return { id, type, body: JSON.stringify(told) };
};

/** Calls the receiver because somebody asked for it. */
async function asked(context: Context, projectId: string, position: Position | null) {
  const { engine, source, limit } = context;
  if (engine.deliveries.areOff) throw new Problem('CONFLICT', { text: 'webhooks-off' });
  await limit(`webhook ${projectId}`, WEBHOOK_ASKED_PER_MINUTE);
  await limit('webhooks', WEBHOOK_ASKED_OF_ACCOUNT_PER_MINUTE);
  return ASKED.run(source, async () => {
    let doc = await webhookDoc(engine, projectId);
    if (doc.url === '') throw new Problem('CONFLICT', { text: 'webhook-without-address' });
    // No call is unsigned.
    if (doc.secret === null) {
      await decideItself(engine, projectId, firstSecret(projectId, newDeliverySecret()));
      doc = await webhookDoc(engine, projectId);
    }
    const payload =
      position === null
        ? testPayload(projectId, newId(), engine.now())
        : await payloadAt(engine, projectId, position);
    if (!payload) throw new Problem('NOT_FOUND');
    spend(doc.url, payload.body, engine.now().getTime());
    const { record } = await callReceiver(engine, doc, payload, {
      position,
      attempt: 1,
      isAsked: true,
    });
    return { data: { call: callOf(record) } };
  });
}

async function checkTables(
  engine: Engine,
  projectId: string,
  tableIds: readonly string[] | null,
): Promise<void> {
  if (tableIds === null) return;
  const own = new Set((await tablesOf(engine, projectId)).map(({ id }) => id));
  if (!tableIds.every(id => own.has(id))) throw new Problem('NOT_FOUND');
}

export const handlers = [
  handle(api.getWebhook, async ({ engine }, { params: { projectId } }) => ({
    data: await answer(engine, projectId),
  })),

  handle(api.changeWebhook, async (context, { params: { projectId }, body }) => {
    await checkTables(context.engine, projectId, body.tableIds);
    return changed(context, projectId, choose(projectId, body));
  }),

  handle(api.renewWebhookSecret, async (context, { params: { projectId }, body }) => {
    const until = { now: context.engine.now(), hours: body.overlapHours };
    const { state, position } = await decide(
      context,
      projectId,
      renewSecret(projectId, newDeliverySecret(), until),
    );
    const data = await answer(context.engine, projectId);
    return { data: { secret: state.secret ?? '', ...data }, position };
  }),

  handle(api.endWebhookSecret, (context, { params: { projectId } }) =>
    changed(context, projectId, endFormerSecret(projectId)),
  ),

  handle(api.resumeWebhook, async (context, { params: { projectId } }) => {
    const { paused } = await webhookDoc(context.engine, projectId);
    return changed(context, projectId, paused ? resumeHook(projectId) : () => []);
  }),

  handle(api.resendWebhook, (context, { params: { projectId }, body: { after } }) =>
    changed(context, projectId, sendAgain(projectId, after)),
  ),

  handle(api.listWebhookCalls, async ({ engine }, { params: { projectId } }) => ({
    data: { calls: (await engine.deliveries.store.records(projectId)).map(callOf) },
  })),

  handle(api.getWebhookCall, async ({ engine }, { params: { projectId, callId } }) => {
    const records = await engine.deliveries.store.records(projectId);
    const record = records.find(({ id }) => id === callId);
    if (!record) throw new Problem('NOT_FOUND');
    const { position, type, eventId, at } = record;
    const told =
      position === null
        ? testPayload(projectId, eventId, new Date(at))
        : await payloadAt(engine, projectId, position);
    return {
      data: {
        call: callOf(record),
        request: told
          ? { headers: headersOf({ id: eventId, type }, record, at), body: told.body }
          : null,
        answer: await answerOf(engine, record),
      },
    };
  }),

  handle(api.testWebhook, (context, { params: { projectId } }) => asked(context, projectId, null)),

  handle(api.resendWebhookEvent, (context, { params: { projectId }, body: { position } }) =>
    asked(context, projectId, position),
  ),
];
