import type { Field } from '@hzm/contracts/features/tables/table';
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { focusGrid } from '../body/focus-grid.ts';
import { issueGroups, type IssueGroup } from '../model/issue-groups.ts';
import type { Op } from '../model/op.ts';
import { readAgain } from '../model/read-again.ts';
import type { CellChange } from '../model/undo.ts';
import type { Grid } from '../sync/state.ts';
import { Question, rawOf } from './IssueQuestion.tsx';
import classes from '../screen/DataScreen.module.css';

interface Props {
  grid: Grid;
  fields: readonly Field[];
  words: Words;
  say: (text: string) => void;
  onResolve: (opIds: readonly string[], word: 'mine' | 'theirs') => void;
  /** Writes values in place of failed ones. */
  onEdit: (changes: readonly CellChange[]) => void;
}

/**
 * Everything of this person's that waits for a decision: what was refused, what met somebody else's
 * change, what lost its row or its field.
 */
export function Issues({ grid, fields, words, say, onResolve, onEdit }: Props) {
  const { t } = useTranslation('grid');
  const groups = issueGroups(grid.table.ops);
  const region = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  const isAsking = groups.length > 0;
  useEffect(() => {
    if (isAsking) region.current?.scrollIntoView({ block: 'nearest' });
  }, [isAsking]);
  // The button that was pressed goes with its question: the next one takes over, or the grid.
  useEffect(() => {
    if (document.activeElement !== document.body || !asked.current) return;
    asked.current = false;
    region.current?.querySelector('button')?.focus();
    focusGrid();
  }, [groups.length]);
  const resolve = ({ ops }: IssueGroup, word: 'mine' | 'theirs'): void => {
    asked.current = true;
    const read = word === 'mine' ? readAgain(ops, fields, words) : [];
    const isRead = new Set(read.map(({ op }) => op.id));
    onResolve(
      ops.flatMap(({ id }) => (isRead.has(id) ? [] : [id])),
      word,
    );
    onEdit(read.map(({ change }) => change));
  };
  if (!isAsking) return null;
  return (
    <Alert
      ref={region}
      color="red"
      role="region"
      aria-label={t('issues.title')}
      title={t('issues.title')}
      p="xs"
      className={classes.questions}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <ul className={classes.issues} aria-live="polite">
        {groups.map(group => (
          <li key={group.key}>
            <Question group={group} grid={grid} fields={fields} words={words} />
            <Group gap="xs">
              <Answers group={group} say={say} onAnswer={word => resolve(group, word)} />
            </Group>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface AnswersProps {
  group: IssueGroup;
  say: (text: string) => void;
  onAnswer: (word: 'mine' | 'theirs') => void;
}

function Answers({ group: { first, ops }, say, onAnswer }: AnswersProps) {
  const { t } = useTranslation('grid');
  const { mine, theirs } = verbs(first);
  const copy = (): void => {
    copyText(ops.map(op => rawOf(op).join('\t')).join('\n')).then(
      () => say(t('said.copied', { count: ops.length })),
      () => say(t('said.notCopied')),
    );
  };
  const shared = { size: 'compact-sm', variant: 'default' } as const;
  const isLost = first.isFieldGone || first.state === 'failed';
  return (
    <>
      {isLost && ops.some(op => rawOf(op).length > 0) && (
        <Button {...shared} onClick={copy}>
          {t('issues.copy')}
        </Button>
      )}
      {mine && (
        <Button {...shared} onClick={() => onAnswer('mine')}>
          {t(`issues.${mine}`)}
        </Button>
      )}
      <Button {...shared} onClick={() => onAnswer('theirs')}>
        {t(`issues.${theirs}`)}
      </Button>
    </>
  );
}

function verbs(op: Op) {
  if (op.isFieldGone && op.kind === 'add')
    return { mine: 'addWithout', theirs: 'discard' } as const;
  if (op.isFieldGone) return { mine: undefined, theirs: 'discard' } as const;
  if (op.state === 'gone') return { mine: 'addAgain', theirs: 'discard' } as const;
  if (op.state !== 'conflict') return { mine: 'retry', theirs: 'discard' } as const;
  return op.kind === 'remove'
    ? ({ mine: 'deleteAnyway', theirs: 'discard' } as const)
    : ({ mine: 'keepMine', theirs: 'takeTheirs' } as const);
}
