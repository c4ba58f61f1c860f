import { hasFiles } from '@hzm/contracts/core/everyday';
import { sameJson } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { relationshipOf } from '../../../lib/values/related.ts';
import type { Problem, Words } from '../../../lib/values/value-text.ts';
import { part } from '../../../ui/part.ts';
import { useEscape } from '../../../ui/use-overlay.ts';
import { filterText, readFilter } from '../model/filter-text.ts';
import type { Filter } from '../model/filter.ts';
import classes from './Filter.module.css';

const FilterForm = part(async () => (await import('./FilterForm.tsx')).FilterForm);

/** Time that the keyboard must rest before the typed filter applies, in milliseconds. */
const REST_MS = 300;

interface Props {
  tableId: string;
  field: Field;
  col: number;
  filter: Filter | undefined;
  words: Words;
  tabIndex: number;
  /** Whether the form beside it is open. */
  open: boolean;
  onOpen: (open: boolean) => void;
  onFilter: (filter: Filter | undefined) => void;
}

/** A column's filter, typed in the reader's language or composed in a form beside it. */
export function FilterInput(props: Props) {
  const { t } = useTranslation('grid');
  const { tableId, field, filter, words, tabIndex, open, onOpen, onFilter } = props;
  // The library's own way would close the form when Escape is meant for an open list in it.
  const id = useEscape(open, () => onOpen(false));
  return (
    <div className={classes.cell} data-set={filter !== undefined || undefined}>
      {field.type === 'boolean' || hasFiles(field.type) ? (
        <Choice {...props} />
      ) : relationshipOf(field) ? (
        <Chosen {...props} />
      ) : (
        <Text {...props} onMore={() => onOpen(true)} />
      )}
      <Popover
        opened={open}
        onChange={onOpen}
        closeOnEscape={false}
        position="bottom-end"
        width={300}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <button
            type="button"
            className={classes.more}
            tabIndex={tabIndex}
            aria-label={t('filter.open', { field: field.name })}
            onClick={() => onOpen(!open)}
          >
            <IconAdjustmentsHorizontal size={15} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown
          data-overlay={id}
          onKeyDown={event => {
            if (event.key !== 'Escape') event.stopPropagation();
          }}
        >
          {open && (
            <Suspense fallback={null}>
              <FilterForm
                tableId={tableId}
                field={field}
                filter={filter}
                words={words}
                onFilter={next => {
                  onFilter(next);
                  onOpen(false);
                }}
              />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

/** A choice between yes and no, or between filled and empty. */
function Choice({ field, col, filter, words, tabIndex, onFilter }: Props) {
  const { t } = useTranslation('grid');
  const { eq, empty } = typeof filter === 'object' ? filter : {};
  const value = empty === 'true' ? 'empty' : empty === 'false' ? 'full' : (eq ?? '');
  const choose = (next: string): void =>
    onFilter(
      next === ''
        ? undefined
        : next === 'empty'
          ? { empty: 'true' }
          : next === 'full'
            ? { empty: 'false' }
            : { eq: next },
    );
  return (
    <select
      className={classes.input}
      data-filter={col}
      tabIndex={tabIndex}
      value={value}
      aria-label={t('filterBy', { field: field.name })}
      onChange={event => choose(event.currentTarget.value)}
    >
      <option value="">{t('filter.all')}</option>
      {!hasFiles(field.type) && (
        <>
          <option value="true">{words.yes}</option>
          <option value="false">{words.no}</option>
        </>
      )}
      <option value="empty">{t('filter.ops.empty')}</option>
      {(value === 'full' || hasFiles(field.type)) && (
        <option value="full">{t('filter.ops.full')}</option>
      )}
    </select>
  );
}

/** Related rows are chosen in the form: their texts are another table's. */
function Chosen({ field, col, filter, words, tabIndex, onOpen }: Props) {
  const { t } = useTranslation('grid');
  const shown = filterText(field, filter, words);
  const label = t('filterBy', { field: field.name });
  return (
    <button
      type="button"
      className={`${classes.input} ${classes.chosen}`}
      data-filter={col}
      data-empty={shown === '' || undefined}
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      aria-label={shown === '' ? label : t('options.valueOf', { label, value: shown })}
      onClick={() => onOpen(true)}
    >
      {shown || t('filterPlaceholder')}
    </button>
  );
}

/** A filter while it is typed. It applies when the keyboard rests, with Enter, and on leaving. */
function useTyped(
  field: Field,
  filter: Filter | undefined,
  words: Words,
  onFilter: Props['onFilter'],
) {
  const shown = filterText(field, filter, words);
  const [text, setText] = useState(shown);
  const [problem, setProblem] = useState<Problem>();
  /** The last filter sent, so that its echo does not rewrite the text that is being typed. */
  const said = useRef(filter);
  const latest = useRef(onFilter);
  latest.current = onFilter;
  const say = (next: string): void => {
    const read = readFilter(field, next, words);
    setProblem('problem' in read ? read.problem : undefined);
    if ('problem' in read || sameJson(read.filter, said.current)) return;
    said.current = read.filter;
    latest.current(read.filter);
  };
  // Another place may have changed it: the address, the form, or "clear filters". In another
  // language it reads otherwise.
  useEffect(() => {
    if (sameJson(filter, said.current)) return;
    said.current = filter;
    setText(shown);
    setProblem(undefined);
  }, [filter, shown]);
  const sayIt = useRef(say);
  sayIt.current = say;
  useEffect(() => {
    const timer = setTimeout(() => sayIt.current(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  /** Applies the typed filter at once when the focus leaves, and shows it as it was read. */
  const leave = (): void => {
    const read = readFilter(field, text, words);
    say(text);
    if (!('problem' in read)) setText(filterText(field, read.filter, words));
  };
  return { text, setText, problem, say: () => say(text), leave };
}

function Text({
  field,
  col,
  filter,
  words,
  tabIndex,
  onFilter,
  onMore,
}: Props & { onMore: () => void }) {
  const { t } = useTranslation('grid');
  const id = useId();
  const { text, setText, problem, say, leave } = useTyped(field, filter, words, onFilter);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') say();
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onMore();
  };
  const why = problem && t('filter.wrong', { why: t(`problems.${problem}`) });
  return (
    <>
      <input
        type="search"
        className={classes.input}
        data-filter={col}
        tabIndex={tabIndex}
        value={text}
        aria-label={t('filterBy', { field: field.name })}
        placeholder={t('filterPlaceholder')}
        autoComplete="off"
        aria-invalid={problem ? true : undefined}
        aria-describedby={why && id}
        title={why}
        onChange={event => setText(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {why && (
        <span id={id} role="status" className={classes.wrong}>
          {why}
        </span>
      )}
    </>
  );
}
