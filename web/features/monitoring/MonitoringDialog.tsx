import { useTranslation } from 'react-i18next';
import { useProjects } from '../../state/projects.live.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { Monitoring } from './Monitoring.tsx';

/** The request log of a project: categories beside their entries. */
export function MonitoringDialog({
  projectId,
  onClose,
}: {
  projectId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('monitoring');
  const name = useProjects().data?.docs.find(({ id }) => id === projectId)?.name ?? '';
  return (
    <Dialog opened addressed onClose={onClose} title={t('title', { name })} size={1100}>
      <Monitoring about={{ projectId, projectName: name.toLowerCase() }} />
    </Dialog>
  );
}
