import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../body/GridTable.module.css';

/** New rows came in above what is being read. */
export function NewsAbove({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation('grid');
  if (count === 0) return null;
  return (
    <Button
      className={classes.above}
      size="compact-sm"
      radius="xl"
      leftSection={<IconArrowUp size={14} aria-hidden />}
      onClick={onShow}
    >
      {t('newAbove', { count })}
    </Button>
  );
}
