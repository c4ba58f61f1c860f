import { sameJson } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import {
  webhookChoicesChanged,
  webhookPaused,
  webhookResumed,
  webhookSecretEnded,
  webhookSecretRenewed,
  webhookSentAgain,
} from '@hzm/contracts/features/webhooks/events';
import {
  defaultChoices,
  WEBHOOK_KINDS,
  type PauseReason,
  type WebhookChoices,
} from '@hzm/contracts/features/webhooks/webhook';
import { decider, type Decision } from '@hzm/services/core/commands/decider';
import { inHours } from '../../in-hours.ts';

/** The part of a webhook that is decided here; its address and switch are settings. */
export interface Hook {
  readonly choices: WebhookChoices;
  readonly secret: string | null;
  readonly former: { readonly secret: string; readonly until: string } | null;
  /** Whether nobody was shown the secret, so that receivers know the former one at best. */
  readonly isUnseen: boolean;
}

const initial: Hook = { choices: defaultChoices, secret: null, former: null, isUnseen: false };

export const hook = decider<Hook>(initial, when => [
  when(webhookChoicesChanged, (s, { choices }) => ({ ...s, choices })),
  when(webhookSecretRenewed, (s, { secret, former, ownerId }) => ({
    ...s,
    secret,
    former,
    isUnseen: ownerId !== undefined,
  })),
  when(webhookSecretEnded, s => ({ ...s, former: null })),
]);

export const hookStream = (projectId: string): string => `webhook-${projectId}`;

/** Kinds in their order, tables each once. */
export const choose =
  (projectId: string, { kinds, tableIds }: WebhookChoices) =>
  (s: Hook): Decision => {
    const choices = {
      kinds: WEBHOOK_KINDS.filter(kind => kinds.includes(kind)),
      tableIds: tableIds && [...new Set(tableIds)],
    };
    return sameJson(choices, s.choices) ? [] : [webhookChoicesChanged({ projectId, choices })];
  };

interface Overlap {
  readonly now: Date;
  readonly hours: number;
}

/** Returns the secret that receivers know now, valid for some hours more. */
function formerOf({ secret, former, isUnseen }: Hook, { now, hours }: Overlap): Hook['former'] {
  const known = isUnseen ? (former?.secret ?? null) : secret;
  return known === null || hours === 0 ? null : { secret: known, until: inHours(now, hours) };
}

export const renewSecret =
  (projectId: string, secret: string, overlap: Overlap) =>
  (s: Hook): Decision => [
    webhookSecretRenewed({ projectId, secret, former: formerOf(s, overlap) }),
  ];

/** Replaces a secret that a person has seen who sees it no more; the owner is notified. */
export const distrustSecret =
  (projectId: string, secret: string, overlap: Overlap, ownerId: string) =>
  (s: Hook): Decision =>
    s.secret === null
      ? []
      : [webhookSecretRenewed({ projectId, secret, former: formerOf(s, overlap), ownerId })];

/** Creates the first secret, so that every call is signed. */
export const firstSecret =
  (projectId: string, secret: string) =>
  (s: Hook): Decision =>
    s.secret === null ? [webhookSecretRenewed({ projectId, secret, former: null })] : [];

export const endFormerSecret =
  (projectId: string) =>
  (s: Hook): Decision =>
    s.former === null ? [] : [webhookSecretEnded({ projectId })];

export const pauseHook =
  (projectId: string, reason: PauseReason, position: Position | null) => (): Decision => [
    webhookPaused({ projectId, reason, position }),
  ];

export const resumeHook = (projectId: string) => (): Decision => [webhookResumed({ projectId })];

export const sendAgain = (projectId: string, after: Position) => (): Decision => [
  webhookSentAgain({ projectId, after }),
];
