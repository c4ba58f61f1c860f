import type { DataOf } from '@hzm/contracts/core/event';
import {
  attachmentAdded,
  attachmentRemoved,
  fileNamesErased,
} from '@hzm/contracts/features/attachments/events';
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

const removed = (
  { projectId, threadId, attachmentId, uploaderId }: DataOf<typeof attachmentAdded>,
  name: string,
): Decision => [attachmentRemoved({ projectId, threadId, attachmentId, uploaderId, name })];

export const removeAttachment = (s: AttachmentState): Decision =>
  s.kind === 'there' ? removed(s.added, s.added.name) : [];

/** Removes a file because its uploader is erased. */
export const eraseAttachment = (s: AttachmentState): Decision =>
  s.kind === 'there' ? removed(s.added, '') : [];

export const erasedFilesStream = (projectId: string, personId: string): string =>
  `erased-files-${projectId}-${personId}`;

/** Whether the names of a person's files in a project are erased. */
export const erasedFiles = decider(false, when => [when(fileNamesErased, () => true)]);

export const eraseFileNames =
  (projectId: string, personId: string) =>
  (isErased: boolean): Decision =>
    isErased ? [] : [fileNamesErased({ projectId, personId })];
