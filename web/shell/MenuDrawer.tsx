import { useTranslation } from 'react-i18next';
import { Sheet } from '../ui/Overlay.tsx';
import { Menu } from './Menu.tsx';

export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Sheet
      position="left"
      opened={opened}
      onClose={onClose}
      size={300}
      title={t('brand')}
      hiddenFrom="md"
    >
      <Menu onDone={onClose} />
    </Sheet>
  );
}
