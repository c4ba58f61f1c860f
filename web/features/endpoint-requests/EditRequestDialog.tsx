import { changeEndpointRequest } from '@hzm/contracts/features/endpoint-requests/api';
import type { ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { takeRequest } from './inbox.live.ts';
import { RequestForm, writtenOf } from './RequestForm.tsx';

/** Changes one's own request, without overwriting a remote change. */
export function EditRequestDialog({
  request,
  opened,
  onClose,
}: {
  request: ListedRequest;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('requests');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('edit.title')} size="lg">
      {opened && <EditForm request={request} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({
  request: { id, project_id, position, ...request },
  onClose,
}: {
  request: ListedRequest;
  onClose: () => void;
}) {
  const { t } = useTranslation('requests');
  // Version at the start of the edit.
  const [{ initial, version }] = useState(() => ({
    initial: writtenOf(request),
    version: request._version,
  }));
  return (
    <RequestForm
      initial={initial}
      submit={t('edit.submit')}
      onClose={onClose}
      onSubmit={async body => {
        const { data, position: at } = await send(
          changeEndpointRequest,
          { params: { requestId: id }, body },
          { ifMatch: version },
        );
        takeRequest(project_id, data, { position: at ?? position });
        notifyDone(t('edit.done'));
        onClose();
      }}
    />
  );
}
