import { memberOf, sameJson } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { optionsIn, optionWith } from '../../../lib/values/choices.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { OptionChip } from '../../../ui/OptionChip.tsx';
import type { View } from '../model/view.ts';
import { useRounds } from '../sync/use-rounds.ts';
import { figureText, groupText } from './figure-text.ts';
import { GroupRows, type OfAllGroups } from './GroupRows.tsx';
import { useClosedGroups } from './use-closed-groups.ts';
import type { Group, Summarized } from './use-summary.ts';
import classes from './Summary.module.css';

/** Time between two readings while rows change, in milliseconds: each group is a query. */
const PAUSE_MS = 1_500;

const keyOf = ({ filter, key }: Group): string => `${filter === null} ${JSON.stringify(key)}`;

interface Props {
  field: Field;
  words: Words;
  view: View;
  summarized: Summarized;
  /** The filter of the group whose rows are shown; null for none. */
  opened: Group['filter'];
  onOpen: (filter: Group['filter'] | undefined) => void;
  onEnd: () => void;
  /** Opens or closes all groups. */
  onAll: (isAll: boolean) => void;
  ofAll: Pick<OfAllGroups, 'table' | 'columns' | 'paint' | 'onOpen' | 'onEdit'>;
  /** The rows of the open group. */
  children: ReactNode;
}

/** The groups of rows with their counts and figures; one of them is open, or all are. */
export function Groups(props: Props) {
  const { field, words, view, summarized, opened, onEnd, onAll, ofAll, children } = props;
  const focusOfLine = useFocusOfLine();
  const { t } = useTranslation('grid');
  const { summary, error, reload } = summarized;
  const groups = summary?.groups ?? [];
  const isAll = view.group?.all === true;
  const [round, again] = useRounds(ofAll.table.id, isAll ? PAUSE_MS : null);
  const closed = useClosedGroups(ofAll.table.id, field.id);
  const place = groups.findIndex(({ filter }) => filter && sameJson(filter, opened));
  const line = (group: Group, isOpen: boolean): ReactNode => {
    const key = keyOf(group);
    if (!isAll) return <GroupLine key={key} {...props} group={group} isOpen={isOpen} />;
    return (
      <GroupLine
        key={key}
        {...props}
        group={group}
        isOpen={group.filter !== null && !closed.has(key)}
        onOpen={filter => closed.set(key, !filter)}
        rowsOf={{ ...ofAll, words, view, round, onReload: () => again(null) }}
      />
    );
  };
  return (
    <section
      {...focusOfLine}
      className={classes.groups}
      aria-label={t('groups.title', { field: field.name })}
    >
      <div className={classes.title}>
        <span>{t('groups.title', { field: field.name })}</span>
        {isAll && <span>{t('groups.openRow')}</span>}
        {!summary && !error && <Loader size="xs" role="status" aria-label={t('groups.loading')} />}
        <AllButton
          isAll={isAll}
          onAll={all => {
            closed.clear();
            onAll(all);
          }}
        />
        <ActionIcon variant="subtle" color="gray" aria-label={t('groups.end')} onClick={onEnd}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {error && <ErrorNotice error={error} title={t('groups.failed')} onRetry={reload} />}
      <ul className={classes.list}>
        {groups.slice(0, place + 1).map((group, at) => line(group, at === place))}
      </ul>
      {/* They stay while figures load, and when the last row leaves: somebody may write in one. */}
      {opened && <div className={classes.open}>{children}</div>}
      <ul className={classes.list}>{groups.slice(place + 1).map(group => line(group, false))}</ul>
    </section>
  );
}

/** Keeps the focus on the line of a group that moves between the lists of open and closed ones. */
function useFocusOfLine() {
  const ref = useRef<HTMLElement>(null);
  const pressed = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { current: name } = pressed;
    pressed.current = undefined;
    if (name === undefined || document.activeElement !== document.body) return;
    ref.current?.querySelector<HTMLElement>(`[data-group="${CSS.escape(name)}"]`)?.focus();
  });
  const onClickCapture = ({ target }: MouseEvent<HTMLElement>): void => {
    pressed.current = (target as Element).closest<HTMLElement>('[data-group]')?.dataset['group'];
  };
  return { ref, onClickCapture };
}

function AllButton({ isAll, onAll }: { isAll: boolean; onAll: (isAll: boolean) => void }) {
  const { t } = useTranslation('grid');
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => onAll(!isAll)}>
      {t(isAll ? 'groups.closeAll' : 'groups.openAll')}
    </Button>
  );
}

type LineProps = Pick<Props, 'field' | 'words' | 'view' | 'summarized' | 'onOpen'> & {
  group: Group;
  isOpen: boolean;
  /** Draws the rows of the group below its line, where all groups are open. */
  rowsOf?: OfAllGroups;
};

function GroupLine(props: LineProps) {
  const { field, words, view, summarized, onOpen, group, isOpen, rowsOf } = props;
  const { t } = useTranslation('grid');
  const text =
    groupText(field, group, words) ??
    t(group.filter ? 'groups.without' : 'groups.others', { field: field.name });
  const option = optionWith(optionsIn(field), group.key);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const formatted = formatNumber(group.rows, words.language);
  return (
    <li>
      <button
        type="button"
        className={classes.group}
        data-group={keyOf(group)}
        aria-expanded={isOpen}
        disabled={group.filter === null}
        onClick={() => onOpen(isOpen ? undefined : group.filter)}
      >
        <Chevron size={16} aria-hidden />
        <span className={classes.name} dir="auto">
          {option ? <OptionChip option={option} /> : text}
        </span>
        <small>{t('groups.rows', { count: group.rows, formatted })}</small>
        {summarized.fields.map((one, i) => {
          const compute = memberOf(view.summary, one.id) ?? 'filled';
          return (
            <small key={one.id} className={classes.figure}>
              {t('groups.figure', {
                field: one.name,
                compute: t(`summary.computations.${compute}`),
                figure: figureText(one, compute, group.values[i], words),
              })}
            </small>
          );
        })}
      </button>
      {rowsOf && isOpen && group.filter && (
        <GroupRows of={rowsOf} field={field} group={group} filter={group.filter} name={text} />
      )}
    </li>
  );
}
