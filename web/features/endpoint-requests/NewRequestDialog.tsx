import { addEndpointRequest } from '@hzm/contracts/features/endpoint-requests/api';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { takeRequest } from './inbox.live.ts';
import { emptyRequest, RequestForm } from './RequestForm.tsx';

/** Unsent drafts by project, so that closing the form loses nothing. */
const drafts = new Map<string, typeof emptyRequest>();

export function NewRequestDialog({
  projectId,
  opened,
  onClose,
}: {
  projectId: string;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('requests');
  return (
    <Dialog addressed opened={opened} onClose={onClose} title={t('new.title')} size="lg">
      {opened && (
        <RequestForm
          initial={drafts.get(projectId) ?? emptyRequest}
          submit={t('new.submit')}
          onClose={onClose}
          onDraft={draft => drafts.set(projectId, draft)}
          onSubmit={async body => {
            const { data, position } = await send(addEndpointRequest, {
              params: { projectId },
              body,
            });
            drafts.delete(projectId);
            takeRequest(projectId, data, { position: position ?? '' });
            notifyDone(t('new.done'));
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
