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

const HOUR_MS = 3_600_000;

/** The part of a webhook that is decided here; its address and switch are settings. */
export interface Hook {
  readonly choices: WebhookChoices;
  readonly secret: string | null;
  readonly former: { readonly secret: string; readonly until: string } | null;
}

const initial: Hook = { choices: defaultChoices, secret: null, former: null };

export const hook = decider<Hook>(initial, when => [
  when(webhookChoicesChanged, (s, { choices }) => ({ ...s, choices })),
  when(webhookSecretRenewed, (s, { secret, former }) => ({ ...s, secret, former })),
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

export const renewSecret =
  (projectId: string, secret: string, until: { readonly now: Date; readonly hours: number }) =>
  (s: Hook): Decision => [
    webhookSecretRenewed({
      projectId,
      secret,
      former:
        s.secret === null || until.hours === 0
          ? null
          : {
              secret: s.secret,
              until: new Date(until.now.getTime() + until.hours * HOUR_MS).toISOString(),
            },
    }),
  ];

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
