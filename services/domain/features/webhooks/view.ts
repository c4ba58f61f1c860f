import { Problem } from '@hzm/contracts/core/problem';
import type { CallFailure, Webhook, WebhookCall } from '@hzm/contracts/features/webhooks/webhook';
import { webhookDocs, type WebhookDoc } from '@hzm/projections/features/webhooks/webhooks';
import type { Engine } from '@hzm/services/core/engine';
import type { DeliveryState, RecordedDelivery } from '@hzm/services/core/ports/deliveries';

/** @throws Problem NOT_FOUND */
export async function webhookDoc(
  { model }: Pick<Engine, 'model'>,
  projectId: string,
): Promise<WebhookDoc> {
  const doc = await model.get(webhookDocs, projectId);
  if (!doc) throw new Problem('NOT_FOUND', { text: 'project-not-found' });
  return doc;
}

const instant = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

const stateOf = ({ isOn, paused }: WebhookDoc, state: DeliveryState | undefined) =>
  !isOn ? 'off' : paused ? 'paused' : state && state.tries > 0 ? 'waiting' : 'sending';

/** A webhook on the wire. */
export async function webhookOf(
  { deliveries, now }: Pick<Engine, 'deliveries' | 'now'>,
  doc: WebhookDoc,
): Promise<Webhook> {
  const state = await deliveries.store.state(doc.id);
  const { kinds, tableIds, secret, paused } = doc;
  const former = secret?.former ?? null;
  const isFormerValid = former !== null && Date.parse(former.until) > now().getTime();
  const is = stateOf(doc, state);
  return {
    state: is,
    kinds,
    tableIds,
    secret: secret && {
      since: secret.since,
      formerUntil: isFormerValid ? former.until : null,
    },
    paused,
    sentTo: doc.isOn ? (state?.cursor ?? null) : null,
    tries: doc.isOn ? (state?.tries ?? 0) : 0,
    nextTryAt: is === 'waiting' ? instant(state?.nextAt ?? null) : null,
  };
}

/** A call on the wire. */
export const callOf = ({
  projectId: _project,
  sealed: _sealed,
  failure,
  ...call
}: RecordedDelivery): WebhookCall => ({ ...call, failure: failure as CallFailure | null });
