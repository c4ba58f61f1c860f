import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { KeptPicture } from '../attachments/events.ts';

const ofFile = { projectId: Id, tableId: Id, rowId: Id, fieldId: Id, fileId: Id };
const open = {
  projectId: because.key,
  tableId: because.id,
  rowId: because.id,
  fieldId: because.id,
  fileId: because.id,
};

/**
 * Stream `cell-file-<id>`. A file was uploaded for a field of a row, which is its own for ever.
 * `address` and `thumbnail` locate the bytes; `uploaderId` is a person or a key.
 */
export const cellFileAdded = event('cell-file-added', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofFile,
    name: z.string(),
    uploaderId: z.string(),
    size: z.int(),
    kind: z.string(),
    address: z.string(),
    picture: KeptPicture.nullable(),
  },
  open,
});
/** The sweep found that the row no longer has the file, which is kept for the time of the bin. */
export const cellFileReleased = event('cell-file-released', { version: 1, shape: ofFile, open });
/** The sweep found that the row has the file again. */
export const cellFileRetained = event('cell-file-retained', { version: 1, shape: ofFile, open });
/** Removes a file that its row has been without for the time of the bin. */
export const cellFileRemoved = event('cell-file-removed', {
  version: 1,
  shape: { ...ofFile, name: z.string(), uploaderId: z.string() },
  open,
});
