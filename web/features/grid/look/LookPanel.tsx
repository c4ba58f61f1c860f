import { Button, Stack } from '@mantine/core';
import { IconPaint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { View } from '../model/view.ts';

interface Props {
  view: View;
  onView: (view: View) => void;
  /** Opens the colour rules. */
  onColors: () => void;
}

/** The appearance of a view's rows. */
export function LookPanel({ view, onView, onColors }: Props) {
  const { t } = useTranslation('grid');
  const count = view.colors?.length ?? 0;
  return (
    <Stack gap="xs">
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPaint size={16} aria-hidden />}
        onClick={onColors}
      >
        {count === 0 ? t('look.addColors') : t('look.editColors', { count })}
      </Button>
      {count > 0 && (
        <Button size="xs" variant="subtle" onClick={() => onView({ ...view, colors: undefined })}>
          {t('look.noColors')}
        </Button>
      )}
    </Stack>
  );
}
