import { memberOf } from '@hzm/contracts/core/json';
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatted } from '../../lib/values/value-text.ts';
import type { Words } from '../../lib/values/value-text.ts';
import { focusGrid } from './focus-grid.ts';
import classes from './DataScreen.module.css';
import { isStuck, type Op } from './model/op.ts';
import { valueOf } from './model/row.ts';
import type { Grid } from './sync/state.ts';

interface Props {
  grid: Grid;
  fields: readonly Field[];
  words: Words;
  onResolve: (opId: string, word: 'mine' | 'theirs') => void;
}

/** Everything of this person's that waits for a decision: what was refused, what met somebody else's change, what lost its row. */
export function Issues({ grid, fields, words, onResolve }: Props) {
  const { t } = useTranslation('grid');
  const stuck = grid.table.ops.filter(isStuck);
  // The button that was pressed goes with its question: the next one takes over, or the grid.
  const region = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (document.activeElement !== document.body || !asked.current) return;
    asked.current = false;
    region.current?.querySelector('button')?.focus();
    focusGrid();
  }, [stuck.length]);
  const resolve = (op: Op, word: 'mine' | 'theirs'): void => { asked.current = true; onResolve(op.id, word); };
  if (stuck.length === 0) return null;
  return (
    <Alert ref={region} color="red" role="region" aria-label={t('issues.title')} title={t('issues.title')} icon={<IconAlertTriangle size={18} aria-hidden />} p="xs">
      <ul className={classes.issues} aria-live="polite">
        {stuck.map(op => (
          <li key={op.id}>
            <IssueText op={op} grid={grid} fields={fields} words={words} />
            <Group gap="xs">
              <Button size="compact-sm" variant="default" onClick={() => resolve(op, 'mine')}>{t(`issues.${verbs(op).mine}`)}</Button>
              <Button size="compact-sm" variant="default" onClick={() => resolve(op, 'theirs')}>{t(`issues.${verbs(op).theirs}`)}</Button>
            </Group>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function verbs(op: Op) {
  if (op.state === 'gone') return { mine: 'addAgain', theirs: 'discard' } as const;
  if (op.state !== 'conflict') return { mine: 'retry', theirs: 'discard' } as const;
  return op.kind === 'remove' ? { mine: 'deleteAnyway', theirs: 'discard' } as const : { mine: 'keepMine', theirs: 'takeTheirs' } as const;
}

const failures = { add: 'issues.addFailed', edit: 'issues.editFailed', remove: 'issues.removeFailed', restore: 'issues.restoreFailed' } as const;

function IssueText({ op, grid: { table }, fields, words }: { op: Op; grid: Grid; fields: readonly Field[]; words: Words }) {
  const { t } = useTranslation('grid');
  const field = op.kind === 'edit' ? fields.find(({ name }) => name === op.field) : undefined;
  const shown = (value: Parameters<typeof formatted>[1]): string => (field ? formatted(field, value, words) : '') || t('empty');
  const mine = op.kind === 'edit' && <span>· {t('issues.mine')}: <strong>{shown(op.value)}</strong></span>;
  if (op.state === 'gone') return <p>{t('issues.gone', { who: table.removed.get(op.rowId)?.by || t('issues.somebody') })} {mine}</p>;
  if (op.state === 'conflict' && op.kind === 'remove') return <p>{t('issues.removeConflict')}</p>;
  if (op.state === 'conflict' && op.kind === 'edit') {
    const who = memberOf(table.remoteEdits.get(op.rowId), op.field)?.name ?? t('issues.somebody');
    return <p>{t('issues.conflict', { field: op.field, who })} {mine} · <span>{t('issues.theirs')}: <strong>{shown(valueOf(table.rows.get(op.rowId), op.field))}</strong></span></p>;
  }
  return <p>{t(failures[op.kind])}{op.reason && `: ${op.reason}`} {mine}</p>;
}
