import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { AttachedFile } from '@hzm/contracts/features/attachments/attachment';
import {
  attachmentAdded,
  attachmentRemoved,
  fileNamesErased,
  type KeptPicture,
} from '@hzm/contracts/features/attachments/events';
import {
  cellFileAdded,
  cellFileReleased,
  cellFileRemoved,
  cellFileRetained,
} from '@hzm/contracts/features/cell-files/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { fieldErased, tableErased } from '@hzm/contracts/features/tables/events';
import {
  messageChanged,
  messageRemoved,
  messageWritten,
} from '@hzm/contracts/features/threads/events';
import type { KeptAttachment } from '@hzm/contracts/features/threads/message';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * A file of a thread or of a row. `address` and `thumbnail` locate its bytes; `messageId` is the
 * message with it; `freeSince` (ISO 8601) is when it lost its message, null while it has one.
 * `releasedAt`: when its row was seen without it, likewise.
 */
export type AttachmentDoc = Omit<AttachedFile, 'picture'> & {
  readonly id: string;
  readonly projectId: string;
  readonly threadId: string | null;
  readonly uploaderId: string;
  readonly name: string;
  readonly address: string;
  readonly picture: KeptPicture | null;
  readonly messageId: string | null;
  readonly freeSince: string | null;
  readonly tableId: string | null;
  readonly rowId: string | null;
  readonly fieldId: string | null;
  readonly releasedAt: string | null;
};

export const attachmentDocs = collection<AttachmentDoc>({
  name: 'attachments',
  owner: 'projectId',
  indexes: [['projectId'], ['uploaderId'], ['freeSince'], ['tableId'], ['fieldId'], ['releasedAt']],
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

/** The place of a file that is of no row. */
export const noCell = { tableId: null, rowId: null, fieldId: null, releasedAt: null };
const noThread = { threadId: null, messageId: null, freeSince: null };

/** One document per file. */
export const attachments = projection({
  name: 'attachments',
  version: 3,
  collections: [attachmentDocs, filePersonDocs],
  on: [
    on(attachmentAdded, ({ data: { attachmentId: id, ...data }, meta: { at } }) => [
      put(attachmentDocs, { id, ...data, ...noCell, messageId: null, freeSince: at }),
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
    on(cellFileAdded, ({ data: { fileId: id, ...data } }) => [
      put(attachmentDocs, { id, ...data, ...noThread, releasedAt: null }),
      ofPerson(data.projectId, data.uploaderId, false),
    ]),
    on(cellFileReleased, ({ data: { fileId }, meta: { at } }) => [
      patch(attachmentDocs, { id: fileId, set: { releasedAt: at } }),
    ]),
    on(cellFileRetained, ({ data: { fileId } }) => [
      patch(attachmentDocs, { id: fileId, set: { releasedAt: null } }),
    ]),
    on(cellFileRemoved, ({ data: { fileId } }) => [drop(attachmentDocs, fileId)]),
    on(tableErased, ({ data: { tableId } }) => [dropWhere(attachmentDocs, { tableId })]),
    on(fieldErased, ({ data: { fieldId } }) => [dropWhere(attachmentDocs, { fieldId })]),
    on(projectDeleted, ({ data: { projectId } }) => [
      dropWhere(attachmentDocs, { projectId }),
      dropWhere(filePersonDocs, { projectId }),
    ]),
  ],
});
