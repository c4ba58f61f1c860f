import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import {
  projectCreated,
  projectDeleted,
  projectSettingsChanged,
} from '@hzm/contracts/features/projects/events';
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
  type PauseReason,
  type WebhookChoices,
} from '@hzm/contracts/features/webhooks/webhook';
import { drop, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `id` is the project's. */
export type WebhookDoc = WebhookChoices & {
  readonly id: string;
  readonly isOn: boolean;
  readonly url: string;
  /** Position of the last change of the project's settings; null before the first. */
  readonly settingsAt: Position | null;
  readonly secret: {
    readonly text: string;
    readonly since: string;
    readonly former: { readonly secret: string; readonly until: string } | null;
  } | null;
  readonly paused: {
    readonly reason: PauseReason;
    readonly at: string;
    readonly position: Position | null;
  } | null;
  /** The last request to go on, and after which event; null: where the webhook stands. */
  readonly go: { readonly at: Position; readonly after: Position | null } | null;
};

export const webhookDocs = collection<WebhookDoc>({ name: 'webhooks', indexes: [['isOn']] });

/** One document per project. */
export const webhooks = projection({
  name: 'webhooks',
  version: 1,
  collections: [webhookDocs],
  on: [
    on(projectCreated, ({ data: { projectId: id } }) => [
      put(webhookDocs, {
        id,
        isOn: false,
        url: '',
        settingsAt: null,
        ...defaultChoices,
        secret: null,
        paused: null,
        go: null,
      }),
    ]),
    on(projectSettingsChanged, ({ data: { projectId: id, settings }, position }) => {
      const { enableWebhooks, webhookUrl: url } = settings;
      const isOn = enableWebhooks && url !== '';
      return [
        patch(webhookDocs, {
          id,
          set: { isOn, url, settingsAt: position, ...(!isOn && { paused: null }) },
        }),
      ];
    }),
    on(webhookChoicesChanged, ({ data: { projectId: id, choices } }) => [
      patch(webhookDocs, { id, set: { kinds: choices.kinds, tableIds: choices.tableIds } }),
    ]),
    on(webhookSecretRenewed, ({ data: { projectId: id, secret: text, former }, meta }) => [
      patch(webhookDocs, { id, set: { secret: { text, since: meta.at, former } } }),
    ]),
    on(webhookSecretEnded, ({ data: { projectId: id } }) => [
      patch(webhookDocs, { id, set: { 'secret.former': null } }),
    ]),
    on(webhookPaused, ({ data: { projectId: id, reason, position }, meta }) => [
      patch(webhookDocs, { id, set: { paused: { reason, at: meta.at, position } } }),
    ]),
    on(webhookResumed, ({ data: { projectId: id }, position: at }) => [
      patch(webhookDocs, { id, set: { paused: null, go: { at, after: null } } }),
    ]),
    on(webhookSentAgain, ({ data: { projectId: id, after }, position: at }) => [
      patch(webhookDocs, { id, set: { paused: null, go: { at, after } } }),
    ]),
    on(projectDeleted, ({ data: { projectId } }) => [drop(webhookDocs, projectId)]),
  ],
});
