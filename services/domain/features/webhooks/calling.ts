import { newId } from '@hzm/contracts/core/ids';
import type { Position } from '@hzm/contracts/core/position';
import { WEBHOOK_ANSWER_BYTES, type CallFailure } from '@hzm/contracts/features/webhooks/webhook';
import { webhookDocs, type WebhookDoc } from '@hzm/projections/features/webhooks/webhooks';
import type { Engine } from '@hzm/services/core/engine';
import { sealText, unsealText } from '@hzm/services/core/events/sealing';
import type { Delivered, RecordedDelivery } from '@hzm/services/core/ports/deliveries';
import { signedHeaders } from '@hzm/services/core/security/signed-delivery';
import type { Payload } from './payload.ts';

/** The purpose under which answers are sealed. */
const ANSWER = 'webhook-answer';
const SECOND_MS = 1_000;

type Sources = Pick<Engine, 'deliveries' | 'model' | 'vault' | 'now'>;

interface Attempt {
  readonly position: Position | null;
  readonly attempt: number;
  readonly isAsked: boolean;
  readonly signal?: AbortSignal;
}

/** The secrets that are valid now, the newest first. */
export function secretsOf({ secret }: Pick<WebhookDoc, 'secret'>, now: Date): string[] {
  if (!secret) return [];
  const { text, former } = secret;
  return former !== null && Date.parse(former.until) > now.getTime()
    ? [text, former.secret]
    : [text];
}

/** The headers of a call, but for its signatures. @param at ISO 8601 UTC */
export const headersOf = (
  { id, type }: Pick<Payload, 'id' | 'type'>,
  { position, attempt }: Pick<Attempt, 'position' | 'attempt'>,
  at: string,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'HZM-Webhook/1',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(Date.parse(at) / SECOND_MS)),
  'x-hzm-event': type,
  'x-hzm-attempt': String(attempt),
  ...(position !== null && { 'x-hzm-position': position }),
});

/** Returns the failure of a call; null if the receiver accepted it. */
export const failureOf = (delivered: Delivered): CallFailure | null => {
  if ('failure' in delivered) return delivered.failure;
  const { status } = delivered;
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'status';
};

async function sealed({ vault }: Sources, projectId: string, answer: string): Promise<string> {
  const key = answer === '' ? undefined : await vault.find(`project:${projectId}`);
  return key ? sealText(key, ANSWER, answer.slice(0, WEBHOOK_ANSWER_BYTES)) : '';
}

/** Opens the recorded answer of a call; empty if there was none or its project is erased. */
export async function answerOf(
  { vault }: Pick<Engine, 'vault'>,
  { projectId, sealed: text }: RecordedDelivery,
): Promise<string> {
  const key = text === '' ? undefined : await vault.find(`project:${projectId}`);
  return key ? unsealText(key, ANSWER, text) : '';
}

/** Calls the receiver once, and records the call unless it was interrupted. */
export async function callReceiver(
  engine: Sources,
  doc: WebhookDoc,
  payload: Payload,
  { position, attempt, isAsked, signal }: Attempt,
): Promise<{ readonly record: RecordedDelivery; readonly failure: CallFailure | null }> {
  const now = engine.now();
  const at = now.toISOString();
  const headers = headersOf(payload, { position, attempt }, at);
  const { id, body } = payload;
  const seconds = Number(headers['webhook-timestamp']);
  const delivered = await engine.deliveries.sender.send({
    url: doc.url,
    headers: { ...headers, ...signedHeaders({ id, seconds, body }, secretsOf(doc, now)) },
    body,
    ...(signal && { signal }),
  });
  const failure = failureOf(delivered);
  const record: RecordedDelivery = {
    id: newId(),
    projectId: doc.id,
    at,
    type: payload.type,
    position,
    eventId: id,
    attempt,
    isAsked,
    milliseconds: delivered.milliseconds,
    status: 'status' in delivered ? delivered.status : null,
    failure,
    sealed: await sealed(engine, doc.id, 'answer' in delivered ? delivered.answer : ''),
  };
  // A project that was deleted meanwhile leaves nothing.
  if (signal?.aborted !== true && (await engine.model.get(webhookDocs, doc.id)))
    await engine.deliveries.store.record(record);
  return { record, failure };
}
