import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import {
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { joinNames } from '../../../lib/values/choices.ts';
import { draftOfIds, draftParts, isToMany, relationshipOf } from '../../../lib/values/related.ts';
import { inputProps } from '../cells/fields/input-props.ts';
import { isComposing, type EditorProps } from '../cells/fields/kind.ts';
import { useFound } from './use-found.ts';
import { RelatedContext, type RelatedRow } from './use-related.ts';
import classes from '../cells/fields/choice.module.css';
import chips from '../cells/fields/related.module.css';

/** The rows of another table: those that are chosen, and a text that finds others by theirs. */
export function RelatedPicker(props: EditorProps) {
  const { t } = useTranslation('grid');
  const related = use(RelatedContext);
  const { field, draft, onDraft, floating = false, disabled = false, focused = false } = props;
  const relationship = relationshipOf(field)!;
  const isMulti = isToMany(field);
  const list = useId();
  const root = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(floating);
  const [moved, setMoved] = useState<number>();
  /** Enter was pressed before the rows that fit were there. */
  const [hasty, setHasty] = useState(false);
  const { ids, typed } = draftParts(draft);
  const { found, status } = useFound(relationship, typed, open);
  const first = typed === '' ? -1 : 0;
  const at = Math.min(moved ?? first, found.length - 1);
  const nameOf = (id: string): string => {
    const name = related?.nameOf(relationship, id);
    return name === null ? related!.deleted : (name ?? '…');
  };

  const say = (next: readonly string[], text = ''): void => {
    setMoved(undefined);
    setHasty(false);
    onDraft(draftOfIds(next, text));
  };
  const input = (): HTMLInputElement | null | undefined => root.current?.querySelector('input');
  const withRow = ({ id }: RelatedRow): readonly string[] =>
    !isMulti ? [id] : ids.includes(id) ? ids.filter(one => one !== id) : [...ids, id];
  const choose = (row: RelatedRow): void => {
    say(withRow(row));
    if (isMulti) return;
    // Over a cell one row is all: it is kept as the focus goes back to the cell.
    if (floating) root.current?.closest<HTMLElement>('[data-cell]')?.focus();
    else setOpen(false);
  };
  const chooseFirst = useEffectEvent(() => {
    setHasty(false);
    if (found[0]) choose(found[0]);
  });
  useEffect(() => {
    if (!hasty || status !== 'ready') return undefined;
    const timer = setTimeout(() => chooseFirst());
    return () => clearTimeout(timer);
  }, [hasty, status]);
  // It was loaded after the editor had opened.
  useLayoutEffect(() => {
    if (focused && floating) input()?.focus();
  }, [focused, floating]);
  useEffect(() => {
    root.current?.querySelector('[data-at]')?.scrollIntoView({ block: 'nearest' });
  }, [at, open]);

  const step = (by: number): void => {
    if (!open) return setOpen(true);
    const { length } = found;
    if (length > 0) setMoved(at < 0 ? (by > 0 ? 0 : length - 1) : (at + by + length) % length);
  };
  const onEnter = (event: KeyboardEvent): void => {
    const row = open && (moved !== undefined || typed !== '') ? found[at] : undefined;
    const isEarly = open && typed !== '' && status === 'reading';
    if (!row && !isEarly) return;
    // Over a cell the key goes on to the grid, which keeps the row and moves on.
    if (row && !isEarly && floating && !isMulti) return say([row.id]);
    event.preventDefault();
    event.stopPropagation();
    if (isEarly) setHasty(true);
    else choose(row!);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      return step(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Backspace' && typed === '' && ids.length > 0) {
      event.preventDefault();
      setOpen(true);
      return say(ids.slice(0, -1));
    }
    if (event.key === 'Escape' && open && !floating) {
      event.stopPropagation();
      return setOpen(false);
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey)
      return onEnter(event);
    // Tab takes what the typed letters have found, as Enter does.
    if (event.key === 'Tab' && typed !== '' && status === 'ready' && found[0])
      say(
        isMulti ? [...new Set([...ids, found[Math.max(at, 0)]!.id])] : [found[Math.max(at, 0)]!.id],
      );
  };
  const idOf = (index: number): string => `${list}-${index}`;
  const shown = isMulti || typed === '' ? ids : [];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its input hears the keys
    <span
      ref={root}
      className={classes.editor}
      data-floating={floating || undefined}
      onKeyDown={onKeyDown}
      onBlur={event => {
        if (!floating && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <span
        className={classes.line}
        data-invalid={props.invalid || undefined}
        data-disabled={disabled || undefined}
        role="none"
        onMouseDown={event => {
          if (disabled || (event.target as Element).closest('input, button')) return;
          event.preventDefault();
          setOpen(true);
          input()?.focus();
        }}
      >
        {shown.map(id => (
          <span
            key={id}
            className={chips.chip}
            data-deleted={related?.nameOf(relationship, id) === null || undefined}
            dir="auto"
          >
            {nameOf(id)}
          </span>
        ))}
        <input
          type="text"
          {...inputProps({
            ...props,
            draft: typed,
            onDraft: text => {
              setOpen(true);
              say(isMulti ? ids : [], text);
            },
            example: ids.length > 0 || !floating ? undefined : t('related.find'),
          })}
          role="combobox"
          required={field.required && ids.length === 0}
          aria-autocomplete="list"
          aria-expanded={open && found.length > 0}
          aria-controls={open && found.length > 0 ? list : undefined}
          aria-activedescendant={open && at >= 0 ? idOf(at) : undefined}
          aria-label={
            ids.length > 0
              ? t('options.valueOf', {
                  label: props.label ?? field.name,
                  value: joinNames(ids.map(nameOf)),
                })
              : props.label
          }
          onPointerDown={() => setOpen(true)}
        />
        {!floating && <IconChevronDown size={16} aria-hidden className={classes.chevron} />}
      </span>
      {open && (
        <FoundRows
          id={list}
          idOf={idOf}
          label={field.name}
          found={found}
          chosen={ids}
          at={at}
          isMulti={isMulti}
          status={status}
          hasText={typed !== ''}
          onChoose={choose}
          onHover={setMoved}
        />
      )}
    </span>
  );
}

interface FoundProps {
  id: string;
  idOf: (index: number) => string;
  label: string;
  found: readonly RelatedRow[];
  chosen: readonly string[];
  at: number;
  isMulti: boolean;
  status: ReturnType<typeof useFound>['status'];
  hasText: boolean;
  onChoose: (row: RelatedRow) => void;
  onHover: (index: number) => void;
}

function FoundRows(props: FoundProps) {
  const { t } = useTranslation('grid');
  const { id, idOf, label, found, chosen, at, isMulti, status, hasText, onChoose, onHover } = props;
  if (found.length === 0)
    return (
      <span className={classes.none} role="status">
        {t(
          status === 'ready'
            ? hasText
              ? 'related.noneFits'
              : 'related.empty'
            : `related.${status}`,
        )}
      </span>
    );
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable={isMulti || undefined}
      aria-busy={status === 'reading' || undefined}
      className={classes.list}
      // The focus stays in the text, and what is pressed does not reach the cell.
      onMouseDown={event => event.preventDefault()}
    >
      {found.map((row, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input hears the keys
        <div
          key={row.id}
          id={idOf(index)}
          role="option"
          tabIndex={-1}
          aria-selected={chosen.includes(row.id)}
          data-at={index === at || undefined}
          className={classes.entry}
          onMouseMove={() => {
            if (index !== at) onHover(index);
          }}
          onClick={() => onChoose(row)}
        >
          <span className={classes.new} dir="auto">
            {row.name}
          </span>
          {chosen.includes(row.id) && <IconCheck size={15} aria-hidden className={classes.tick} />}
        </div>
      ))}
    </div>
  );
}
