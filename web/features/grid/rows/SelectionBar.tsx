import type { Language } from '@hzm/contracts/core/language';
import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconCopyPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { focusGrid } from '../body/focus-grid.ts';
import { CopyMenu } from './CopyMenu.tsx';
import type { RowActions } from './use-row-actions.ts';
import type { RowChoice } from './use-row-selection.ts';
import classes from '../screen/DataScreen.module.css';

interface Props {
  chosen: RowChoice;
  actions: RowActions;
  language: Language;
  writes: boolean;
  onDelete: (rowIds: readonly string[]) => void;
}

/**
 * The actions on the selected rows. The bar overlays the pages, so that nothing moves when it
 * appears.
 */
export function SelectionBar({ chosen, actions, language, writes, onDelete }: Props) {
  const { t } = useTranslation('grid');
  const ids = [...chosen.ids];
  if (ids.length === 0) return null;
  const leave = (): void => {
    chosen.none();
    focusGrid(true);
  };
  return (
    <div role="toolbar" aria-label={t('rows.chosen')} className={classes.chosen} data-chosen-bar>
      <span role="status" className={`hzm-figures ${classes.count}`} data-testid="chosen-count">
        {t('rows.count', { count: ids.length, formatted: formatNumber(ids.length, language) })}
      </span>
      {writes && (
        <Button
          size="compact-md"
          variant="light"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onDelete(ids)}
        >
          {t('delete')}
        </Button>
      )}
      {writes && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconCopyPlus size={16} aria-hidden />}
          onClick={() => {
            actions.duplicate(ids);
            chosen.none();
          }}
        >
          {t('rows.duplicate')}
        </Button>
      )}
      <CopyMenu onCopy={form => actions.copy(ids, form)}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
        >
          {t('rows.copy')}
        </Button>
      </CopyMenu>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('rows.none')}
        title={t('withKeys', { what: t('rows.none'), keys: 'Esc' })}
        onClick={leave}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
