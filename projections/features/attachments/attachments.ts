import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { AttachedFile, PictureSize } from '@hzm/contracts/features/attachments/attachment';
import {
  attachmentAdded,
  attachmentRemoved,
  fileNamesErased,
} from '@hzm/contracts/features/attachments/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  messageChanged,
  messageRemoved,
  messageWritten,
} from '@hzm/contracts/features/threads/events';
import type { KeptAttachment } from '@hzm/contracts/features/threads/message';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * A file of a thread. `address` and `thumbnail` locate its bytes; `messageId` is the message with
 * it; `freeSince` (ISO 8601) is when it lost its message, null while it has one.
 */
export type AttachmentDoc = Omit<AttachedFile, 'picture'> & {
  readonly id: string;
  readonly projectId: string;
  readonly threadId: string;
  readonly uploaderId: string;
  readonly name: string;
  readonly address: string;
  readonly picture: (PictureSize & { readonly thumbnail: string }) | null;
  readonly messageId: string | null;
  readonly freeSince: string | null;
};

export const attachmentDocs = collection<AttachmentDoc>({
  name: 'attachments',
  owner: 'projectId',
  indexes: [['projectId'], ['uploaderId'], ['freeSince']],
});

/** A person or key that uploaded files to a project, and whether the names of these are erased. */
export type FilePersonDoc = {
  readonly id: string;
  readonly personId: string;
  readonly projectId: string;
  readonly isErased: boolean;
};

export const filePersonDocs = collection<FilePersonDoc>({
  name: 'file-people',
  owner: 'projectId',
  indexes: [['projectId'], ['personId']],
});

export const filePersonId = (projectId: string, personId: string): string =>
  `${projectId}/${personId}`;
const ofPerson = (projectId: string, personId: string, isErased: boolean): Change =>
  put(filePersonDocs, { id: filePersonId(projectId, personId), projectId, personId, isErased });

/** Patches only: a file that was removed before its message was written stays removed. */
const taken = (messageId: string, attachments: readonly KeptAttachment[]): readonly Change[] =>
  attachments.flatMap(({ id }) =>
    id === null ? [] : [patch(attachmentDocs, { id, set: { messageId, freeSince: null } })],
  );
const freed = (ids: readonly string[], freeSince: string): readonly Change[] =>
  ids.map(id => patch(attachmentDocs, { id, set: { messageId: null, freeSince } }));

/** One document per file. */
export const attachments = projection({
  name: 'attachments',
  version: 2,
  collections: [attachmentDocs, filePersonDocs],
  on: [
    on(attachmentAdded, ({ data: { attachmentId: id, ...data }, meta: { at } }) => [
      put(attachmentDocs, { id, ...data, messageId: null, freeSince: at }),
      ofPerson(data.projectId, data.uploaderId, false),
    ]),
    on(fileNamesErased, ({ data: { projectId, personId } }) => [
      ofPerson(projectId, personId, true),
    ]),
    on(attachmentRemoved, ({ data: { attachmentId } }) => [drop(attachmentDocs, attachmentId)]),
    on(messageWritten, ({ data: { messageId, attachments } }) => taken(messageId, attachments)),
    on(messageChanged, ({ data: { messageId, attachments, freed: ids = [] }, meta: { at } }) => [
      ...freed(ids, at),
      ...taken(messageId, attachments),
    ]),
    on(messageRemoved, ({ data: { freed: ids = [] }, meta: { at } }) => freed(ids, at)),
    on(projectDeleted, ({ data: { projectId } }) => [
      dropWhere(attachmentDocs, { projectId }),
      dropWhere(filePersonDocs, { projectId }),
    ]),
  ],
});
