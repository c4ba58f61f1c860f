import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { askFor } from '../../state/commands.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { useAfterStep } from '../../ui/use-history-step.ts';
import type { Item } from './items.ts';
import { Search } from './Search.tsx';
import { useItems } from './use-items.ts';

/** Command palette: navigates to projects and tables, and runs the actions of the screen. */
export function Palette({ opened }: { opened: boolean }) {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const afterStep = useAfterStep();
  const groups = useItems(opened);
  const close = (): void => askFor(null);
  const choose = ({ does }: Item): void => {
    // A navigation replaces the palette's history entry; other actions run in the previous one.
    if (typeof does === 'function') afterStep(does);
    else void navigate({ to: does.to, search: does.search ?? {}, replace: true } as never);
    close();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('label')}
      size="lg"
      yOffset="12vh"
      centered={false}
    >
      <Search groups={groups} onChoose={choose} onClose={close} />
    </Dialog>
  );
}
