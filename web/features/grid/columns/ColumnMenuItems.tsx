import { hasFiles } from '@hzm/contracts/core/everyday';
import { memberOf } from '@hzm/contracts/core/json';
import {
  computationsOf,
  groupKindOf,
  MAX_SUMMARY_FIGURES,
  type GroupStep,
} from '@hzm/contracts/features/rows/summary';
import { Kbd, Menu } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsSort,
  IconArrowUp,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconCopy,
  IconCursorText,
  IconEyeOff,
  IconFilter,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconShieldCheck,
  IconSortAscending,
  IconSortDescending,
  IconLayoutKanban,
  IconLayoutRows,
  IconSum,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isChoice, isOfColumns } from '../../../lib/values/choices.ts';
import { isToMany } from '../../../lib/values/related.ts';
import type { FieldTask } from '../../../ui/field-task.ts';
import type { Column } from '../model/columns.ts';
import { isFull, withSummary } from '../model/figures.ts';
import { hasRoom, rankOf, sortedToo, without, type Direction } from '../model/sorting.ts';
import { sortedBy, type View } from '../model/view.ts';
import type { ColumnActions } from './use-column-actions.ts';

/** The key that renames a column, on every keyboard. */
const RENAME_KEY = 'F2';

export interface ColumnMenuProps {
  column: Column;
  /** Index among the shown columns, from 0. */
  at: number;
  count: number;
  view: View;
  actions: ColumnActions;
  onView: (view: View) => void;
  onFilter: () => void;
  /** Absent for who may not change the table's fields. */
  onTask: ((task: FieldTask) => void) | undefined;
  /** Changes the name in its place; absent with `onTask`. */
  onRename: (() => void) | undefined;
}

const icon = { size: 16, 'aria-hidden': true } as const;

type PartProps<Names extends keyof ColumnMenuProps> = Pick<ColumnMenuProps, 'column' | Names>;

function SortItems({ column: { field }, view, onView }: PartProps<'view' | 'onView'>) {
  const { t } = useTranslation('grid');
  const rank = rankOf(view.sort, field.id);
  const others = view.sort.some(key => key.field !== field.id);
  const mayJoin = rank > 0 || hasRoom(view.sort);
  const alone = (order: Direction): void => onView(sortedBy(view, [{ field: field.id, order }]));
  const too = (order: Direction): void =>
    onView(sortedBy(view, sortedToo(view.sort, field.id, order)));
  const isInOrder = isChoice(field.type);
  return (
    <>
      <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => alone('asc')}>
        {t(isInOrder ? 'options.inOrder' : 'columns.ascending')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => alone('desc')}>
        {t(isInOrder ? 'options.inReverse' : 'columns.descending')}
      </Menu.Item>
      {others && (
        <>
          <Menu.Item
            leftSection={<IconSortAscending {...icon} />}
            disabled={!mayJoin}
            onClick={() => too('asc')}
          >
            {t(isInOrder ? 'options.thenInOrder' : 'columns.thenAscending')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSortDescending {...icon} />}
            disabled={!mayJoin}
            onClick={() => too('desc')}
          >
            {t(isInOrder ? 'options.thenInReverse' : 'columns.thenDescending')}
          </Menu.Item>
        </>
      )}
      {rank > 0 && (
        <Menu.Item
          leftSection={<IconArrowsSort {...icon} />}
          onClick={() => onView(sortedBy(view, without(view.sort, field.id)))}
        >
          {t('columns.unsorted')}
        </Menu.Item>
      )}
    </>
  );
}

/** Groups rows by a field, and shows its figure. */
function FigureItems({ column: { field }, view, onView }: PartProps<'view' | 'onView'>) {
  const { t } = useTranslation('grid');
  const kind = isToMany(field) ? undefined : groupKindOf(field.type);
  const group = (by?: GroupStep): void =>
    onView({ ...view, group: { field: field.id, ...(by && { by }) }, page: 1 });
  const isSummed = memberOf(view.summary, field.id) !== undefined;
  const hasNoRoom = !isSummed && isFull(view.summary);
  const usual = computationsOf(field.type).includes('sum') ? 'sum' : 'filled';
  return (
    <>
      {kind === 'date' ? (
        <>
          <Menu.Item leftSection={<IconLayoutRows {...icon} />} onClick={() => group('day')}>
            {t('groups.byDay')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLayoutRows {...icon} />} onClick={() => group('month')}>
            {t('groups.byMonth')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLayoutRows {...icon} />} onClick={() => group('year')}>
            {t('groups.byYear')}
          </Menu.Item>
        </>
      ) : (
        kind && (
          <Menu.Item leftSection={<IconLayoutRows {...icon} />} onClick={() => group()}>
            {t('groups.by')}
          </Menu.Item>
        )
      )}
      {isOfColumns(field.type) && (
        <Menu.Item
          leftSection={<IconLayoutKanban {...icon} />}
          onClick={() => onView({ ...view, board: field.id })}
        >
          {t('board.by')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconSum {...icon} />}
        disabled={hasNoRoom}
        onClick={() =>
          onView({
            ...view,
            summary: withSummary(view.summary, field.id, isSummed ? undefined : usual),
          })
        }
      >
        {hasNoRoom
          ? t('summary.full', { count: MAX_SUMMARY_FIGURES })
          : t(isSummed ? 'summary.remove' : 'summary.add')}
      </Menu.Item>
    </>
  );
}

function PlaceItems({
  column: { isFrozen },
  at,
  count,
  actions,
}: PartProps<'at' | 'count' | 'actions'>) {
  const { t } = useTranslation('grid');
  return (
    <>
      <Menu.Item
        leftSection={<IconEyeOff {...icon} />}
        disabled={count === 1}
        onClick={() => actions.hide(at)}
      >
        {t('columns.hide')}
      </Menu.Item>
      <Menu.Item
        leftSection={isFrozen ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
        onClick={() => actions.freeze(at, !isFrozen)}
      >
        {t(isFrozen ? 'columns.unfreeze' : 'columns.freeze')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowAutofitWidth {...icon} />} onClick={() => actions.fit(at)}>
        {t('columns.fit')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowLeft {...icon} />}
        disabled={at === 0}
        closeMenuOnClick={false}
        onClick={() => actions.move(at, -1)}
      >
        {t('columns.moveLeft')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowRight {...icon} />}
        disabled={at === count - 1}
        closeMenuOnClick={false}
        onClick={() => actions.move(at, 1)}
      >
        {t('columns.moveRight')}
      </Menu.Item>
    </>
  );
}

/** Actions that change the table: neighbours of the field, its copy and its removal. */
function FieldItems({
  column: { field },
  actions,
  onTask,
}: PartProps<'actions'> & { onTask: NonNullable<ColumnMenuProps['onTask']> }) {
  const { t } = useTranslation('grid');
  const insert = (side: 'left' | 'right'): void =>
    onTask({
      kind: 'add',
      beside: { fieldId: field.id, side },
      onAdded: added => actions.place(added, field.id, side),
    });
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconColumnInsertLeft {...icon} />} onClick={() => insert('left')}>
        {t('columns.insertLeft')}
      </Menu.Item>
      <Menu.Item leftSection={<IconColumnInsertRight {...icon} />} onClick={() => insert('right')}>
        {t('columns.insertRight')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy {...icon} />}
        onClick={() =>
          onTask({
            kind: 'add',
            like: field,
            beside: { fieldId: field.id, side: 'right' },
            onAdded: added => actions.place(added, field.id, 'right'),
          })
        }
      >
        {t('columns.duplicate')}
      </Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<IconTrash {...icon} />}
        onClick={() => onTask({ kind: 'delete', fieldId: field.id })}
      >
        {t('columns.delete')}
      </Menu.Item>
    </>
  );
}

/** The actions on a column and its field; loaded when a menu is first opened. */
export function ColumnMenuItems(props: ColumnMenuProps) {
  const { t } = useTranslation('grid');
  const {
    column: { field },
    onFilter,
    onTask,
    onRename,
  } = props;
  return (
    <>
      {onTask && (
        <>
          <Menu.Item
            leftSection={<IconCursorText {...icon} />}
            rightSection={<Kbd size="xs">{RENAME_KEY}</Kbd>}
            onClick={onRename}
          >
            {t('columns.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil {...icon} />}
            onClick={() => onTask({ kind: 'edit', fieldId: field.id, part: 'basic' })}
          >
            {t('columns.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldCheck {...icon} />}
            onClick={() => onTask({ kind: 'edit', fieldId: field.id, part: 'validation' })}
          >
            {t('columns.rules')}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      {!hasFiles(props.column.field.type) && <SortItems {...props} />}
      <Menu.Item leftSection={<IconFilter {...icon} />} onClick={onFilter}>
        {t('columns.filter')}
      </Menu.Item>
      <FigureItems {...props} />
      <Menu.Divider />
      <PlaceItems {...props} />
      {onTask && <FieldItems {...props} onTask={onTask} />}
    </>
  );
}
