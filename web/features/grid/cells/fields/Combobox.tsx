import { joinNames } from '@hzm/contracts/core/choices';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { inputProps } from './input-props.ts';
import { isComposing, type EditorProps } from './kind.ts';
import classes from './choice.module.css';

interface ListProps<Entry> {
  entries: readonly Entry[];
  /** The entry that Enter takes; -1 for none. */
  at: number;
  isMulti: boolean;
  isBusy: boolean;
  keyOf: (entry: Entry) => string;
  isChosen: (entry: Entry) => boolean;
  draw: (entry: Entry) => ReactNode;
  /** Shown without entries. */
  none: string;
  onChoose: (entry: Entry) => void;
  onHover: (index: number) => void;
}

interface Props<Entry> extends ListProps<Entry> {
  editor: EditorProps;
  root: RefObject<HTMLSpanElement | null>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  typed: string;
  onTyped: (text: string) => void;
  /** Names of the chosen entries; `chips` draws them. */
  names: readonly string[];
  chips: ReactNode;
  example: string;
  /** Whether typing brings up the keyboard of a phone. */
  types?: boolean;
  onPress?: () => void;
  /** Moves by one entry, down or up. */
  onStep: (by: 1 | -1) => void;
  /** Hears the keys that neither move nor close. */
  onKey: (event: KeyboardEvent) => void;
}

export const inputIn = (
  root: RefObject<HTMLSpanElement | null>,
): HTMLInputElement | null | undefined => root.current?.querySelector('input');

/** Gives the focus back to the cell under a picker, which keeps the chosen entries. */
export const backToCell = (root: RefObject<HTMLSpanElement | null>): void =>
  root.current?.closest<HTMLElement>('[data-cell]')?.focus();

/** Chips of the chosen entries, a text that finds entries, and their list under it. */
export function Combobox<Entry>(props: Props<Entry>) {
  const { editor, root, isOpen, onOpen, entries, at, onStep, onKey } = props;
  const { floating = false, disabled = false } = editor;
  const list = useId();
  useEffect(() => {
    root.current?.querySelector('[data-at]')?.scrollIntoView({ block: 'nearest' });
  }, [root, at, isOpen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      onStep(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape' && isOpen && !floating) {
      event.stopPropagation();
      onOpen(false);
    } else onKey(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its input hears the keys
    <span
      ref={root}
      className={classes.editor}
      data-floating={floating || undefined}
      onKeyDown={onKeyDown}
      onBlur={event => {
        if (!floating && !event.currentTarget.contains(event.relatedTarget)) onOpen(false);
      }}
    >
      <span
        className={classes.line}
        data-invalid={editor.invalid || undefined}
        data-disabled={disabled || undefined}
        role="none"
        onMouseDown={event => {
          if (disabled || (event.target as Element).closest('input, button')) return;
          event.preventDefault();
          onOpen(true);
          inputIn(root)?.focus();
        }}
      >
        {props.chips}
        <Input {...props} list={isOpen && entries.length > 0 ? list : undefined} id={list} />
        {!floating && <IconChevronDown size={16} aria-hidden className={classes.chevron} />}
      </span>
      {isOpen && <List {...props} id={list} label={editor.field.name} />}
    </span>
  );
}

const entryId = (list: string, index: number): string => `${list}-${index}`;

/** @param list the id of the list while it has entries */
function Input<Entry>({
  id,
  list,
  editor,
  isOpen,
  onOpen,
  typed,
  onTyped,
  names,
  example,
  types = true,
  onPress,
  at,
}: Props<Entry> & { id: string; list: string | undefined }) {
  const { t } = useTranslation('grid');
  const { field, label, floating = false } = editor;
  const isEmpty = names.length === 0;
  return (
    <input
      type="text"
      {...inputProps({
        ...editor,
        draft: typed,
        onDraft: text => {
          onOpen(true);
          onTyped(text);
        },
        example: isEmpty && floating ? example : undefined,
      })}
      role="combobox"
      inputMode={types ? undefined : 'none'}
      required={field.required && isEmpty}
      aria-autocomplete="list"
      aria-expanded={list !== undefined}
      aria-controls={list}
      aria-activedescendant={isOpen && at >= 0 ? entryId(id, at) : undefined}
      aria-label={
        isEmpty
          ? label
          : t('options.valueOf', { label: label ?? field.name, value: joinNames(names) })
      }
      onPointerDown={() => {
        onOpen(true);
        onPress?.();
      }}
    />
  );
}

function List<Entry>({
  id,
  label,
  entries,
  at,
  isMulti,
  isBusy,
  keyOf,
  isChosen,
  draw,
  none,
  onChoose,
  onHover,
}: ListProps<Entry> & { id: string; label: string }) {
  if (entries.length === 0)
    return (
      <span className={classes.none} role="status">
        {none}
      </span>
    );
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable={isMulti || undefined}
      aria-busy={isBusy || undefined}
      className={classes.list}
      // The focus stays in the text, and what is pressed does not reach the cell.
      onMouseDown={event => event.preventDefault()}
    >
      {entries.map((entry, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input hears the keys
        <div
          key={keyOf(entry)}
          id={entryId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={isChosen(entry)}
          data-at={index === at || undefined}
          className={classes.entry}
          onMouseMove={() => {
            if (index !== at) onHover(index);
          }}
          onClick={() => onChoose(entry)}
        >
          {draw(entry)}
          {isChosen(entry) && <IconCheck size={15} aria-hidden className={classes.tick} />}
        </div>
      ))}
    </div>
  );
}
