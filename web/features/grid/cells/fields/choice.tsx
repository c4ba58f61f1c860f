import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { use, useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../../lib/error-text.ts';
import { joinNames, optionNamed, optionsIn, optionWith } from '../../../../lib/values/choices.ts';
import { notifyFailed } from '../../../../ui/notify.tsx';
import { OptionChip } from '../../../../ui/OptionChip.tsx';
import { draftWith, pickerOf, toggled, typedIn, type Entry } from '../../model/picker.ts';
import { CreateOptionsContext } from '../create-option.ts';
import { inputProps } from './input-props.ts';
import { isComposing, type EditorProps, type FieldKind } from './kind.ts';
import classes from './choice.module.css';

/** More options than these bring up the keyboard of a phone at once: one types to find. */
const MANY = 8;

const isPhone = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** Chips of what is chosen and a text that filters the options under it. */
function Editor(props: EditorProps & { readonly isMulti: boolean }) {
  const { t } = useTranslation('grid');
  const errorText = useErrorText();
  const create = use(CreateOptionsContext);
  const { field, draft, onDraft, isMulti, floating = false, disabled = false } = props;
  const list = useId();
  const root = useRef<HTMLSpanElement>(null);
  const options = optionsIn(field);
  const [open, setOpen] = useState(floating);
  const [typing, setTyping] = useState(() => ({ text: typedIn(options, draft), of: draft }));
  const [moved, setMoved] = useState<number>();
  /** The entry that was taken last: arrows go on from there. */
  const left = useRef(-1);
  const [wanted, setWanted] = useState<string>();
  const [types, setTypes] = useState(options.length > MANY || typing.text !== '' || !isPhone());
  const typed = typing.of === draft ? typing.text : '';
  const { chosen, unknown, entries, first } = pickerOf(options, draft, typed, create !== undefined);
  const current = isMulti ? -1 : entries.findIndex(one => one.kind === 'option' && one.isChosen);
  const at = Math.min(moved ?? (first >= 0 ? first : current), entries.length - 1);

  const say = (next: readonly FieldOption[], text = '', lost = isMulti ? unknown : []): void => {
    const written = draftWith(next, text, lost);
    setTyping({ text, of: written });
    left.current = text === '' ? at : -1;
    setMoved(undefined);
    onDraft(written);
  };
  const input = (): HTMLInputElement | null | undefined => root.current?.querySelector('input');
  /** Over a cell one choice is all: it is kept as the focus goes back to the cell. */
  const settle = (): void => {
    if (floating) root.current?.closest<HTMLElement>('[data-cell]')?.focus();
    else setOpen(false);
  };
  const take = (option: FieldOption): void => {
    say(isMulti ? toggled(options, chosen, option) : [option]);
    if (!isMulti) settle();
  };
  const choose = (entry: Entry): void => {
    if (entry.kind === 'option') return take(entry.option);
    setWanted(entry.name);
    create?.(field.id, [entry.name]).catch((error: unknown) => {
      setWanted(undefined);
      notifyFailed(`${t('options.addFailed')}: ${errorText(error)}`);
    });
  };
  // A new option is chosen when the field has come with it.
  const created = wanted === undefined ? undefined : optionNamed(options, wanted);
  const takeCreated = useEffectEvent(() => {
    setWanted(undefined);
    if (created) take(created);
  });
  useEffect(() => {
    if (!created) return undefined;
    const timer = setTimeout(() => takeCreated());
    return () => clearTimeout(timer);
  }, [created]);
  useEffect(() => {
    root.current?.querySelector('[data-at]')?.scrollIntoView({ block: 'nearest' });
  }, [at, open]);

  const step = (by: number): void => {
    if (!open) return setOpen(true);
    const [from, { length }] = [at < 0 ? Math.min(left.current, entries.length - 1) : at, entries];
    if (length > 0) setMoved(from < 0 ? (by > 0 ? 0 : length - 1) : (from + by + length) % length);
  };
  const back = (): void => {
    if (unknown.length > 0) say(chosen, '', unknown.slice(0, -1));
    else say(isMulti ? chosen.slice(0, -1) : []);
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const entry = open ? entries[at] : undefined;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      return step(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Backspace' && typed === '' && draft !== '') return back();
    if (event.key === 'Escape' && open && !floating) {
      event.stopPropagation();
      return setOpen(false);
    }
    const isPicked = entry !== undefined && (moved !== undefined || typed !== '');
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey && isPicked) {
      // Over a cell the key goes on to the grid, which keeps the choice and moves on.
      if (floating && !isMulti && entry.kind === 'option') return say([entry.option]);
      event.preventDefault();
      event.stopPropagation();
      return choose(entry);
    }
    // Tab takes what the typed letters have found, as Enter does.
    if (event.key === 'Tab' && typed !== '' && entry?.kind === 'option')
      say(isMulti ? toggled(options, chosen, entry.option) : [entry.option]);
  };
  const idOf = (index: number): string => `${list}-${index}`;
  const showsChips = isMulti || typed === '';
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
        {showsChips && chosen.map(option => <OptionChip key={option.id} option={option} />)}
        {showsChips &&
          unknown.map(name => (
            <span key={name} className={classes.unknown}>
              {name}
            </span>
          ))}
        <input
          type="text"
          {...inputProps({
            ...props,
            draft: typed,
            onDraft: text => {
              setOpen(true);
              say(isMulti ? chosen : [], text);
            },
            example: chosen.length > 0 || !floating ? undefined : t('options.find'),
          })}
          role="combobox"
          inputMode={types ? undefined : 'none'}
          required={field.required && chosen.length === 0}
          aria-autocomplete="list"
          aria-expanded={open && entries.length > 0}
          aria-controls={open && entries.length > 0 ? list : undefined}
          aria-activedescendant={open && at >= 0 ? idOf(at) : undefined}
          aria-label={
            chosen.length > 0
              ? t('options.valueOf', {
                  label: props.label ?? field.name,
                  value: joinNames([...chosen.map(({ name }) => name), ...unknown]),
                })
              : props.label
          }
          onPointerDown={() => {
            setOpen(true);
            if (open) setTypes(true);
          }}
        />
        {!floating && <IconChevronDown size={16} aria-hidden className={classes.chevron} />}
      </span>
      {open && (
        <OptionList
          id={list}
          idOf={idOf}
          label={field.name}
          entries={entries}
          at={at}
          isMulti={isMulti}
          busy={wanted !== undefined}
          isEmpty={options.length === 0}
          onChoose={choose}
          onHover={setMoved}
        />
      )}
    </span>
  );
}

interface ListProps {
  id: string;
  idOf: (index: number) => string;
  label: string;
  entries: readonly Entry[];
  at: number;
  isMulti: boolean;
  busy: boolean;
  /** Whether the field has no options at all. */
  isEmpty: boolean;
  onChoose: (entry: Entry) => void;
  onHover: (index: number) => void;
}

function OptionList({
  id,
  idOf,
  label,
  entries,
  at,
  isMulti,
  busy,
  isEmpty,
  onChoose,
  onHover,
}: ListProps) {
  const { t } = useTranslation('grid');
  if (entries.length === 0)
    return (
      <span className={classes.none} role="status">
        {t(isEmpty ? 'options.empty' : 'options.noneFits')}
      </span>
    );
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable={isMulti || undefined}
      aria-busy={busy || undefined}
      className={classes.list}
      // The focus stays in the text, and what is pressed does not reach the cell.
      onMouseDown={event => event.preventDefault()}
    >
      {entries.map((entry, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input hears the keys
        <div
          key={entry.kind === 'create' ? '' : entry.option.id}
          id={idOf(index)}
          role="option"
          tabIndex={-1}
          aria-selected={entry.kind === 'option' && entry.isChosen}
          data-at={index === at || undefined}
          className={classes.entry}
          onMouseMove={() => {
            if (index !== at) onHover(index);
          }}
          onClick={() => {
            if (!busy) onChoose(entry);
          }}
        >
          {entry.kind === 'create' ? (
            <>
              <IconPlus size={15} aria-hidden />
              <span className={classes.new}>{t('options.create', { name: entry.name })}</span>
            </>
          ) : (
            <>
              <OptionChip option={entry.option} />
              {entry.isChosen && <IconCheck size={15} aria-hidden className={classes.tick} />}
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** One of the field's options. */
export const select: FieldKind = {
  View: ({ value, field }) => {
    const option = optionWith(optionsIn(field), value);
    return option ? <OptionChip option={option} /> : (value as string | null);
  },
  Editor: (props: EditorProps) => <Editor {...props} isMulti={false} />,
  typed: true,
};

/** Several of the field's options, in their order. */
export const multiSelect: FieldKind = {
  View: ({ value, field }) => {
    if (!Array.isArray(value)) return '';
    const options = optionsIn(field);
    return (
      <span className={classes.chips}>
        {value.map(id => {
          const option = optionWith(options, id);
          return option ? (
            <OptionChip key={option.id} option={option} />
          ) : (
            <span key={String(id)}>{String(id)}</span>
          );
        })}
      </span>
    );
  },
  Editor: (props: EditorProps) => <Editor {...props} isMulti />,
  typed: true,
  joins: true,
};
