import { Button, Popover } from '@mantine/core';
import { IconLayoutList } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../ui/part.ts';
import { isChanged } from './saved-view.ts';
import type { ViewsPanelProps } from './ViewsPanel.tsx';
import classes from './Views.module.css';

const ViewsPanel = part(async () => (await import('./ViewsPanel.tsx')).ViewsPanel);

/** Opens the saved views, and says which of them is looked at. */
export function ViewsButton(props: Omit<ViewsPanelProps, 'onClose'>) {
  const { t } = useTranslation('grid');
  const [opened, setOpened] = useState(false);
  const {
    saved: { current },
    view,
    columns: { arrangement },
  } = props;
  const name = current?.name ?? t('views.title');
  const isOther = current !== undefined && isChanged(current, view, arrangement);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          className={classes.button}
          leftSection={<IconLayoutList size={16} aria-hidden />}
          aria-label={
            current && t(isOther ? 'views.openChanged' : 'views.open', { name: current.name })
          }
          aria-expanded={opened}
          onPointerEnter={ViewsPanel.preload}
          onFocus={ViewsPanel.preload}
          onClick={() => setOpened(now => !now)}
        >
          <span className={classes.name} dir="auto">
            {name}
            {isOther && <span aria-hidden>{' •'}</span>}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && (
          <Suspense>
            <ViewsPanel {...props} onClose={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
