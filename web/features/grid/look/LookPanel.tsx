import { rowHeights } from '@hzm/contracts/features/saved-views/row-height';
import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconLayoutGrid, IconPaint, IconTable } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { heightOf } from '../model/height.ts';
import type { View } from '../model/view.ts';

interface Props {
  view: View;
  onView: (view: View) => void;
  /** Shows rows as cards, or as a grid; absent on a board and for closed groups. */
  onGallery: ((isGallery: boolean) => void) | undefined;
  isOneScroll: boolean;
  /** Chooses between one scroll and pages; absent on a board and for closed groups. */
  onOneScroll: ((isOneScroll: boolean) => void) | undefined;
  /** Opens the colour rules. */
  onColors: () => void;
}

/** The appearance of a view's rows: their height and colours. */
export function LookPanel(props: Props) {
  const { view, onView, onGallery, onColors } = props;
  const { t } = useTranslation('grid');
  const colors = useRef<HTMLButtonElement>(null);
  const Icon = view.gallery ? IconTable : IconLayoutGrid;
  const count = view.colors?.length ?? 0;
  return (
    <Stack gap="md">
      {onGallery && (
        <Button
          size="sm"
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => onGallery(!view.gallery)}
        >
          {t(view.gallery ? 'gallery.end' : 'gallery.show')}
        </Button>
      )}
      <div>
        <Text id="row-height" size="sm" fw={500} mb={4}>
          {t('look.height')}
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="row-height"
          data={[
            { value: '', label: t('look.heights.short') },
            ...rowHeights.map(height => ({ value: height, label: t(`look.heights.${height}`) })),
          ]}
          value={view.height ?? ''}
          onChange={value => onView({ ...view, height: heightOf(value) })}
        />
      </div>
      <Paging {...props} />
      <Button
        ref={colors}
        size="sm"
        variant="default"
        leftSection={<IconPaint size={16} aria-hidden />}
        onClick={onColors}
      >
        {count === 0 ? t('look.addColors') : t('look.editColors', { count })}
      </Button>
      {count > 0 && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            // The button goes with the colours, and Escape closes the panel by its focus.
            colors.current?.focus();
            onView({ ...view, colors: undefined });
          }}
        >
          {t('look.noColors')}
        </Button>
      )}
    </Stack>
  );
}

/** The choice between pages and one scroll. */
function Paging({ isOneScroll, onOneScroll }: Pick<Props, 'isOneScroll' | 'onOneScroll'>) {
  const { t } = useTranslation('grid');
  if (!onOneScroll) return null;
  return (
    <div>
      <Text id="paging" size="sm" fw={500} mb={4}>
        {t('look.paging')}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby="paging"
        aria-describedby="paging-hint"
        data={[
          { value: 'pages', label: t('look.pages') },
          { value: 'scroll', label: t('look.oneScroll') },
        ]}
        value={isOneScroll ? 'scroll' : 'pages'}
        onChange={value => onOneScroll(value === 'scroll')}
      />
      <Text id="paging-hint" size="xs" c="dimmed" mt={4}>
        {t('look.pagingHint')}
      </Text>
    </div>
  );
}
