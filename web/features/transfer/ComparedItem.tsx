import type { ComparedTable } from '@hzm/contracts/features/transfers/transfer';
import { Badge, Checkbox, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BrokenParts } from './BrokenParts.tsx';
import { ChangeList } from './ChangeList.tsx';
import { RowEffects } from './RowEffects.tsx';
import { stateColors } from './state-colors.ts';
import classes from './Transfer.module.css';

interface Props {
  table: ComparedTable;
  liveProjectId: string;
  isFresh: boolean;
  isChosen: boolean;
  /** Absent if the tables are equal or the reader may only read. */
  onChoose?: ((isChosen: boolean) => void) | undefined;
}

/**
 * A table of the test environment beside its live one: differences, and their effect on live rows.
 */
export function ComparedItem({ table, liveProjectId, isFresh, isChosen, onChoose }: Props) {
  const { t } = useTranslation('transfer');
  const { name, liveName, state, changes, effect } = table;
  return (
    <li
      className={classes.item}
      data-table={name}
      data-state={state}
      data-fresh={isFresh || undefined}
    >
      <div className={classes.line}>
        {onChoose && (
          <Checkbox
            checked={isChosen}
            aria-label={t('choose', { name })}
            onChange={event => onChoose(event.currentTarget.checked)}
          />
        )}
        <div className={classes.pair}>
          <Text size="sm" fw={600} className={classes.name}>
            <span className={classes.side}>{t('sideTest')}</span>
            {name}
          </Text>
          <IconArrowRight size={16} aria-hidden className={classes.arrow} />
          <Text size="sm" c={liveName === null ? 'dimmed' : undefined} className={classes.name}>
            <span className={classes.side}>{t('sideLive')}</span>
            {liveName ?? t('none')}
          </Text>
        </div>
        <Group gap={6} wrap="nowrap">
          {isFresh && (
            <Badge variant="outline" tt="none">
              {t('fresh')}
            </Badge>
          )}
          <Badge variant="light" tt="none" color={stateColors[state]}>
            {t(`state.${state}`)}
          </Badge>
        </Group>
      </div>
      {state !== 'same' && (
        <div className={classes.details}>
          <ChangeList changes={changes} state={state} tense="will" />
          <BrokenParts needed={table} projectId={liveProjectId} />
          {effect && <RowEffects table={table} effect={effect} liveProjectId={liveProjectId} />}
        </div>
      )}
    </li>
  );
}
