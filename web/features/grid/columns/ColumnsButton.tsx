import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../ui/part.ts';
import type { ColumnsListProps } from './ColumnsList.tsx';

const ColumnsList = part(async () => (await import('./ColumnsList.tsx')).ColumnsList);

/** Opens the list of columns, and says how many of them are hidden. */
export function ColumnsButton(list: ColumnsListProps) {
  const { t } = useTranslation('grid');
  const [open, setOpen] = useState(false);
  const hidden = list.fields.length - list.columns.shown.length;
  const label = hidden === 0 ? t('columns.title') : t('columns.titleHidden', { count: hidden });
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={280}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Indicator disabled={hidden === 0} label={hidden} size={17} offset={3}>
        <Popover.Target>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={label}
            title={label}
            aria-expanded={open}
            onPointerEnter={ColumnsList.preload}
            onFocus={ColumnsList.preload}
            onClick={() => setOpen(now => !now)}
          >
            <IconColumns3 size={17} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        {open && (
          <Suspense>
            <ColumnsList {...list} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
