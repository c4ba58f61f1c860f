import { newId } from '@hzm/contracts/core/ids';
import { attachmentAdded, attachmentRemoved } from '@hzm/contracts/features/attachments/events';
import { it } from 'vitest';
import { given } from '../../testing/given.ts';
import { addAttachment, attachment, removeAttachment } from './attachment.ts';

const of = { projectId: newId(), threadId: newId(), attachmentId: newId(), name: 'fatura.pdf' };
const data = {
  ...of,
  uploaderId: newId(),
  size: 3,
  kind: 'application/pdf',
  address: 'ab',
  picture: null,
};
const added = attachmentAdded(data);
const removed = attachmentRemoved({ ...of, uploaderId: data.uploaderId });

it('is added once; another file under the same request is refused', () => {
  given(attachment).when(addAttachment(data)).leadsTo(added);
  given(attachment, added).when(addAttachment(data)).leadsTo();
  given(attachment, added)
    .when(addAttachment({ ...data, address: 'cd' }))
    .refused('CONFLICT');
  given(attachment, added)
    .when(addAttachment({ ...data, name: 'başka.pdf' }))
    .refused('CONFLICT');
});

it('is removed once, and does not come back', () => {
  given(attachment, added).when(removeAttachment).leadsTo(removed);
  given(attachment, added, removed).when(removeAttachment).leadsTo();
  given(attachment, added, removed).when(addAttachment(data)).leadsTo();
  given(attachment).when(removeAttachment).leadsTo();
});
