import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { IconPlus } from '@tabler/icons-react';
import { use, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../../lib/error-text.ts';
import { isPerson, optionNamed, optionsIn, optionWith } from '../../../../lib/values/choices.ts';
import { notifyFailed } from '../../../../ui/notify.tsx';
import { OptionChip } from '../../../../ui/OptionChip.tsx';
import { draftWith, pickerOf, toggled, typedIn, type Entry } from '../../model/picker.ts';
import { CreateOptionsContext } from '../create-option.ts';
import { backToCell, Combobox } from './Combobox.tsx';
import type { EditorProps, FieldKind } from './kind.ts';
import classes from './choice.module.css';

/** More options than these bring up the keyboard of a phone at once: one types to find. */
const MANY = 8;

const isPhone = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

type Props = EditorProps & { readonly isMulti: boolean };

/** Chips of the chosen options, and a text that filters the options under it. */
export function ChoiceEditor(props: Props) {
  const { t } = useTranslation('grid');
  const { isMulti } = props;
  const picking = usePicking(props);
  const { options, chosen, unknown, typed, open, setOpen, entries, at } = picking;
  const [types, setTypes] = useState(options.length > MANY || typed !== '' || !isPhone());
  const showsChips = isMulti || typed === '';
  return (
    <Combobox
      editor={props}
      root={picking.root}
      isOpen={open}
      onOpen={setOpen}
      typed={typed}
      onTyped={text => picking.say(isMulti ? chosen : [], text)}
      names={chosen.length > 0 ? [...chosen.map(({ name }) => name), ...unknown] : []}
      chips={showsChips && <Chosen options={chosen} unknown={unknown} />}
      example={t(isPerson(props.field.type) ? 'people.find' : 'options.find')}
      types={types}
      onPress={() => {
        if (open) setTypes(true);
      }}
      onStep={picking.step}
      onKey={event => onKey(event, props, picking)}
      entries={entries}
      at={at}
      isMulti={isMulti}
      isBusy={picking.isBusy}
      keyOf={entry => (entry.kind === 'create' ? '' : entry.option.id)}
      isChosen={entry => entry.kind === 'option' && entry.isChosen}
      draw={drawEntry}
      none={t(noneIn(props.field))}
      onChoose={entry => {
        if (!picking.isBusy) picking.choose(entry);
      }}
      onHover={picking.setMoved}
    />
  );
}

/** Returns the text that stands for an empty list. */
function noneIn(field: Field) {
  if (isPerson(field.type)) return 'people.noneFits';
  return optionsIn(field).length === 0 ? 'options.empty' : 'options.noneFits';
}

/** The options of a draft, the typed text with what fits it, and the ways to choose. */
function usePicking({ field, draft, onDraft, isMulti, floating = false }: Props) {
  const root = useRef<HTMLSpanElement>(null);
  const options = optionsIn(field);
  const [open, setOpen] = useState(floating);
  const [typing, setTyping] = useState(() => ({ text: typedIn(options, draft), of: draft }));
  const [moved, setMoved] = useState<number>();
  /** The entry that was taken last: arrows go on from there. */
  const left = useRef(-1);
  const typed = typing.of === draft ? typing.text : '';
  const mayCreate = use(CreateOptionsContext) !== undefined && !isPerson(field.type);
  const { chosen, unknown, entries, first } = pickerOf(options, draft, typed, mayCreate);
  const at = Math.min(
    moved ?? (first >= 0 ? first : chosenAt(entries, isMulti)),
    entries.length - 1,
  );
  const say = (next: readonly FieldOption[], text = '', lost = isMulti ? unknown : []): void => {
    const written = draftWith(next, text, lost);
    setTyping({ text, of: written });
    left.current = text === '' ? at : -1;
    setMoved(undefined);
    onDraft(written);
  };
  const withOption = (option: FieldOption): readonly FieldOption[] =>
    isMulti ? toggled(options, chosen, option) : [option];
  const take = (option: FieldOption): void => {
    say(withOption(option));
    if (isMulti) return;
    // Over a cell one choice is all.
    if (floating) backToCell(root);
    else setOpen(false);
  };
  const creation = useCreation(field, take);
  const picker = { root, options, chosen, unknown, typed, entries, at, open };
  return {
    ...picker,
    isMoved: moved !== undefined,
    setOpen,
    setMoved,
    say,
    withOption,
    isBusy: creation.isBusy,
    choose: (entry: Entry): void =>
      entry.kind === 'option' ? take(entry.option) : creation.begin(entry.name),
    step: (by: number): void => {
      if (!open) return setOpen(true);
      const { length } = entries;
      const from = at < 0 ? Math.min(left.current, length - 1) : at;
      if (length > 0)
        setMoved(from < 0 ? (by > 0 ? 0 : length - 1) : (from + by + length) % length);
    },
    /** Takes the last name away. */
    back: (): void => {
      if (unknown.length > 0) say(chosen, '', unknown.slice(0, -1));
      else say(isMulti ? chosen.slice(0, -1) : []);
      setOpen(true);
    },
  };
}

/** Returns the place of the one option that is chosen. */
const chosenAt = (entries: readonly Entry[], isMulti: boolean): number =>
  isMulti ? -1 : entries.findIndex(one => one.kind === 'option' && one.isChosen);

/** Adds an option to the field, and takes it when the field has come with it. */
function useCreation(field: Field, take: (option: FieldOption) => void) {
  const { t } = useTranslation('grid');
  const errorText = useErrorText();
  const create = use(CreateOptionsContext);
  const [wanted, setWanted] = useState<string>();
  const created = wanted === undefined ? undefined : optionNamed(optionsIn(field), wanted);
  const takeCreated = useEffectEvent(() => {
    setWanted(undefined);
    if (created) take(created);
  });
  useEffect(() => {
    if (!created) return undefined;
    const timer = setTimeout(() => takeCreated());
    return () => clearTimeout(timer);
  }, [created]);
  return {
    isBusy: wanted !== undefined,
    begin: (name: string): void => {
      setWanted(name);
      create?.(field.id, [name]).catch((error: unknown) => {
        setWanted(undefined);
        notifyFailed(`${t('options.addFailed')}: ${errorText(error)}`);
      });
    },
  };
}

function onKey(
  event: KeyboardEvent,
  { draft, isMulti, floating = false }: Props,
  {
    typed,
    entries,
    at,
    open,
    isMoved,
    say,
    withOption,
    choose,
    back,
  }: ReturnType<typeof usePicking>,
): void {
  const entry = open ? entries[at] : undefined;
  if (event.key === 'Backspace' && typed === '' && draft !== '') return back();
  const isPicked = entry !== undefined && (isMoved || typed !== '');
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey && isPicked) {
    // Over a cell the key goes on to the grid, which keeps the choice and moves on.
    if (floating && !isMulti && entry.kind === 'option') return say([entry.option]);
    event.preventDefault();
    event.stopPropagation();
    return choose(entry);
  }
  // Tab takes what the typed letters have found, as Enter does.
  if (event.key === 'Tab' && typed !== '' && entry?.kind === 'option')
    say(withOption(entry.option));
}

/** Chips of options, and names that are none. */
const Chosen = ({
  options,
  unknown,
}: {
  options: readonly FieldOption[];
  unknown: readonly string[];
}) => (
  <>
    {options.map(option => (
      <OptionChip key={option.id} option={option} />
    ))}
    {unknown.map(name => (
      <span key={name} className={classes.unknown}>
        {name}
      </span>
    ))}
  </>
);

function EntryLine({ entry }: { entry: Entry }) {
  const { t } = useTranslation('grid');
  if (entry.kind === 'option') return <OptionChip option={entry.option} />;
  return (
    <>
      <IconPlus size={15} aria-hidden />
      <span className={classes.new}>{t('options.create', { name: entry.name })}</span>
    </>
  );
}

const drawEntry = (entry: Entry) => <EntryLine entry={entry} />;

/** One of the field's options. */
export const select: FieldKind = {
  View: ({ value, field }) => {
    const option = optionWith(optionsIn(field), value);
    return option ? <OptionChip option={option} /> : (value as string | null);
  },
  Editor: (props: EditorProps) => <ChoiceEditor {...props} isMulti={false} />,
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
  Editor: (props: EditorProps) => <ChoiceEditor {...props} isMulti />,
  typed: true,
  joins: true,
};
