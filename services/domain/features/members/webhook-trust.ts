import type { DomainEvent } from '@hzm/contracts/core/event';
import { projectSettingsChanged } from '@hzm/contracts/features/projects/events';
import type { ProjectSettings } from '@hzm/contracts/features/projects/project';
import { webhookSuspended } from '@hzm/contracts/features/webhooks/events';
import { DEFAULT_OVERLAP_HOURS } from '@hzm/contracts/features/webhooks/webhook';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { webhookDocs } from '@hzm/projections/features/webhooks/webhooks';
import { decider } from '@hzm/services/core/commands/decider';
import type { Context } from '@hzm/services/core/engine';
import { newDeliverySecret } from '@hzm/services/core/security/signed-delivery';
import { distrustSecret, hook, hookStream } from '../webhooks/webhook.ts';

interface Settings {
  readonly settings: ProjectSettings;
  readonly isPublic: boolean;
  /** The account or key that chose the webhook's address. */
  readonly addressBy: string;
}

/** A project's settings, as far as they were ever changed. */
export const settings = decider<Settings | null>(null, when => [
  when(projectSettingsChanged, (s, { settings: after, isPublic }, { meta }) => ({
    settings: after,
    isPublic,
    addressBy: s?.settings.webhookUrl === after.webhookUrl ? s.addressBy : (meta?.actor ?? ''),
  })),
]);

/** Switches the webhook off. */
export const webhookOff = (projectId: string, s: Settings | null): DomainEvent[] =>
  s?.settings.enableWebhooks
    ? [
        projectSettingsChanged({
          projectId,
          settings: { ...s.settings, enableWebhooks: false },
          isPublic: s.isPublic,
          endsWebhook: true,
        }),
      ]
    : [];

/**
 * Switches the webhook off unless somebody who still sees secrets chose its address: of a key,
 * nobody knows who used it (decision 0053).
 */
export function distrustAddress(
  { id: projectId, ownerId }: Pick<ProjectDoc, 'id' | 'ownerId'>,
  s: Settings | null,
  isTrusted: (accountId: string) => boolean,
): DomainEvent[] {
  const hasAddress = s !== null && s.settings.webhookUrl !== '';
  const off = hasAddress && !isTrusted(s.addressBy) ? webhookOff(projectId, s) : [];
  return off.length === 0 ? [] : [...off, webhookSuspended({ projectId, ownerId })];
}

/**
 * Renews the secret of a project's webhook, if it has one. While the webhook is on, calls are signed
 * with the former one, too, so that the owner has time to tell the receiver.
 */
export async function renewWebhookSecret(
  { engine: { executor, model, projector, now }, request }: Pick<Context, 'engine' | 'request'>,
  { id: projectId, ownerId }: Pick<ProjectDoc, 'id' | 'ownerId'>,
): Promise<void> {
  const doc = await model.get(webhookDocs, projectId);
  if (!doc?.secret) return;
  const overlap = { now: now(), hours: doc.isOn ? DEFAULT_OVERLAP_HOURS : 0 };
  const { position } = await executor.execute(request, {
    stream: hookStream(projectId),
    about: { projectId },
    decider: hook,
    decide: distrustSecret(projectId, newDeliverySecret(), overlap, ownerId),
  });
  await projector.waitForPosition(position);
}
