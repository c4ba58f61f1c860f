import { MAX_OPTIONS } from '@hzm/contracts/core/choices';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { Button, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { landingAt } from '../use-drop-target.ts';
import {
  isNew,
  namesInLines,
  optionProblems,
  withChange,
  withMerged,
  withMoved,
  withNames,
  withoutOption,
  withRetired,
} from './option-list.ts';
import { OptionItem, type OptionTask } from './OptionItem.tsx';
import classes from './OptionsEditor.module.css';

interface Props {
  options: readonly FieldOption[];
  onChange: (options: FieldOption[]) => void;
}

/** The options of a choice field in their order: added, renamed, coloured, moved and given up. */
export function OptionsEditor({ options, onChange }: Props) {
  const { t } = useTranslation('tables');
  const title = useId();
  const adding = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState('');
  const isFull = options.length >= MAX_OPTIONS;
  const add = (names: readonly string[]): void => {
    const next = withNames(options, names);
    if (next.length === options.length) return setTold(t('options.alreadyThere'));
    onChange(next);
    setTold(t('options.added', { count: next.length - options.length }));
  };
  return (
    <div role="group" aria-labelledby={title} className={classes.editor}>
      <Text id={title} size="sm" fw={600} component="div">
        {t('rules.options')}
      </Text>
      {options.length > 0 && (
        <OptionList
          options={options}
          onChange={onChange}
          say={setTold}
          onEnd={() => adding.current?.focus()}
        />
      )}
      <NewOption
        ref={adding}
        label={t(options.length === 0 ? 'options.first' : 'options.new')}
        hintId={`${title}-hint`}
        isFull={isFull}
        onAdd={add}
      />
      <Text id={`${title}-hint`} size="xs" c="dimmed">
        {isFull ? t('options.full', { count: MAX_OPTIONS }) : t('options.hint')}
      </Text>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </div>
  );
}

/** Moves the focus between options. A moved option gets it back; `onEnd` takes it behind the last. */
function useOptionFocus(options: readonly FieldOption[], onEnd: () => void) {
  const list = useRef<HTMLUListElement>(null);
  const moving = useRef<string>(undefined);
  const focus = (id: string): void =>
    list.current
      ?.querySelector<HTMLInputElement>(`[data-option="${CSS.escape(id)}"] input`)
      ?.focus();
  const refocus = useEffectEvent(() => {
    if (moving.current !== undefined) focus(moving.current);
    moving.current = undefined;
  });
  useEffect(() => refocus(), [options]);
  return {
    list,
    focus,
    focusOr: (option: FieldOption | undefined): void => (option ? focus(option.id) : onEnd()),
    /** Focuses an option once the list is drawn anew. */
    focusNext: (id: string): void => {
      moving.current = id;
    },
  };
}

/** Moves options by keys and by dragging, and says where they are. */
function useOptionMoves(
  options: readonly FieldOption[],
  onChange: Props['onChange'],
  say: (text: string) => void,
) {
  const { t } = useTranslation('tables');
  const [dragged, setDragged] = useState<string | null>(null);
  const put = (id: string, to: number): void => {
    const option = options.find(one => one.id === id);
    if (!option || to < 0 || to >= options.length || options[to] === option) return;
    onChange(withMoved(options, id, to));
    say(t('fields.moved', { name: option.name, position: to + 1 }));
  };
  const drop = (at: number): void => {
    setDragged(null);
    if (dragged !== null) put(dragged, at);
  };
  return { dragged, setDragged, put, drop };
}

function OptionList({
  options,
  onChange,
  say,
  onEnd,
}: Props & { say: (text: string) => void; onEnd: () => void }) {
  const { t } = useTranslation('tables');
  const { list, focus, focusOr, focusNext } = useOptionFocus(options, onEnd);
  const [task, setTask] = useState<OptionTask>();
  const { dragged, setDragged, put, drop } = useOptionMoves(options, onChange, say);
  const problems = optionProblems(options);
  const ending = (then: () => void) => (): void => {
    setTask(undefined);
    then();
  };
  const omit = (at: number): void => {
    onChange(withoutOption(options, options[at]!.id));
    focusOr(options[at + 1] ?? options[at - 1]);
  };
  return (
    <ul ref={list} className={classes.list}>
      {options.map((option, at) => {
        const { id, name } = option;
        return (
          <OptionItem
            key={id}
            option={option}
            others={options.filter(other => other !== option)}
            isFirst={at === 0}
            isLast={at === options.length - 1}
            problem={problems.get(id)}
            task={task?.id === id ? task : undefined}
            target={landingAt(options, dragged, at)}
            onChange={change => onChange(withChange(options, id, change))}
            onStep={by => {
              focusNext(id);
              put(id, at + by);
            }}
            onEnter={() => focusOr(options[at + 1])}
            onDrag={setDragged}
            onDrop={() => drop(at)}
            onRetire={retired => {
              onChange(withRetired(options, id, retired));
              say(t(retired ? 'options.retiredNow' : 'options.inUse', { name }));
            }}
            onTask={kind => (kind === 'remove' && isNew(option) ? omit(at) : setTask({ id, kind }))}
            onEnd={ending(() => focus(id))}
            onRemove={ending(() => omit(at))}
            onMerge={into => {
              setTask(undefined);
              onChange(withMerged(options, id, into));
              focusNext(into);
            }}
          />
        );
      })}
    </ul>
  );
}

/** The name that is being typed. Enter adds it, and pasted lines are added together. */
function useNewNames(onAdd: (names: readonly string[]) => void) {
  const [name, setName] = useState('');
  const typed = name.trim() === '' ? [] : [name];
  const add = (names: readonly string[]): void => {
    setName('');
    onAdd(names);
  };
  return {
    name,
    setName,
    addTyped: (): void => {
      if (typed.length > 0) add(typed);
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.nativeEvent.isComposing || event.key !== 'Enter' || typed.length === 0) return;
      // Enter adds the next one instead of sending the form.
      event.preventDefault();
      add(typed);
    },
    onPaste: (event: ClipboardEvent): void => {
      const names = namesInLines(event.clipboardData.getData('text/plain'));
      if (names.length < 2) return;
      event.preventDefault();
      add([...typed, ...names]);
    },
  };
}

function NewOption({
  ref,
  label,
  hintId,
  isFull,
  onAdd,
}: {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  hintId: string;
  isFull: boolean;
  onAdd: (names: readonly string[]) => void;
}) {
  const { t } = useTranslation('tables');
  const { name, setName, addTyped, onKeyDown, onPaste } = useNewNames(onAdd);
  return (
    <div className={classes.adding}>
      <TextInput
        ref={ref}
        className={classes.new}
        aria-label={t('options.new')}
        placeholder={label}
        value={name}
        maxLength={100}
        autoComplete="off"
        disabled={isFull}
        aria-describedby={hintId}
        onChange={event => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={addTyped}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isFull}
        // Pressing it must not take the focus, which would add the name before the click does.
        onMouseDown={event => event.preventDefault()}
        onClick={() => {
          addTyped();
          ref.current?.focus();
        }}
      >
        {t('options.add')}
      </Button>
    </div>
  );
}
