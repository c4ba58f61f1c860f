import type { DataOf } from '@hzm/contracts/core/event';
import { attachmentAdded, attachmentRemoved } from '@hzm/contracts/features/attachments/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

/** The state of an uploaded file. */
export type AttachmentState =
  | { readonly kind: 'none' }
  | { readonly kind: 'there' | 'gone'; readonly added: DataOf<typeof attachmentAdded> };

export const attachmentStream = (attachmentId: string): string => `attachment-${attachmentId}`;

export const attachment = decider<AttachmentState>({ kind: 'none' }, when => [
  when(attachmentAdded, (_, added) => ({ kind: 'there', added })),
  when(attachmentRemoved, s => (s.kind === 'none' ? s : { ...s, kind: 'gone' })),
]);

/** The same file under the same name is the same attachment. */
export const addAttachment =
  (data: DataOf<typeof attachmentAdded>) =>
  (s: AttachmentState): Decision => {
    if (s.kind === 'none') return [attachmentAdded(data)];
    return s.added.address === data.address &&
      s.added.threadId === data.threadId &&
      s.added.name === data.name
      ? []
      : reject('CONFLICT', { text: 'request-id-reused' });
  };

export const removeAttachment = (s: AttachmentState): Decision =>
  s.kind === 'there'
    ? [
        attachmentRemoved({
          projectId: s.added.projectId,
          threadId: s.added.threadId,
          attachmentId: s.added.attachmentId,
          name: s.added.name,
        }),
      ]
    : [];
