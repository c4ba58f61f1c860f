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
} from 'react';
import { useTranslation } from 'react-i18next';
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
  const list = useRef<HTMLUListElement>(null);
  const adding = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [task, setTask] = useState<OptionTask>();
  const [dragged, setDragged] = useState<string>();
  const [told, setTold] = useState('');
  const moving = useRef<string>(undefined);
  const problems = optionProblems(options);
  const isFull = options.length >= MAX_OPTIONS;

  const inputOf = (id: string): HTMLInputElement | null | undefined =>
    list.current?.querySelector<HTMLInputElement>(`[data-option="${CSS.escape(id)}"] input`);

  // A moved element loses the focus.
  const refocus = useEffectEvent(() => {
    if (moving.current !== undefined) inputOf(moving.current)?.focus();
    moving.current = undefined;
  });
  useEffect(() => refocus(), [options]);

  const add = (names: readonly string[]): void => {
    const next = withNames(options, names);
    setName('');
    if (next.length === options.length) return setTold(t('options.alreadyThere'));
    onChange(next);
    setTold(t('options.added', { count: next.length - options.length }));
  };
  const put = (id: string, to: number): void => {
    const option = options.find(one => one.id === id);
    if (!option || to < 0 || to >= options.length || options[to] === option) return;
    onChange(withMoved(options, id, to));
    setTold(t('fields.moved', { name: option.name, position: to + 1 }));
  };
  const onAddKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || name.trim() === '') return;
    // Enter adds the next one instead of sending the form.
    event.preventDefault();
    add([name]);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const names = namesInLines(event.clipboardData.getData('text/plain'));
    if (names.length < 2) return;
    event.preventDefault();
    add([...(name.trim() === '' ? [] : [name]), ...names]);
  };
  /** Enter in a name goes on to the next one, and behind the last one to the new one. */
  const goOn = (at: number): void =>
    (options[at + 1] ? inputOf(options[at + 1]!.id) : adding.current)?.focus();
  const give = (id: string): void => {
    const at = options.findIndex(option => option.id === id);
    onChange(withoutOption(options, id));
    const neighbour = options[at + 1] ?? options[at - 1];
    (neighbour ? inputOf(neighbour.id) : adding.current)?.focus();
  };
  const end = (id: string): void => {
    setTask(undefined);
    inputOf(id)?.focus();
  };
  return (
    <div role="group" aria-labelledby={title} className={classes.editor}>
      <Text id={title} size="sm" fw={600} component="div">
        {t('rules.options')}
      </Text>
      {options.length > 0 && (
        <ul ref={list} className={classes.list}>
          {options.map((option, at) => (
            <OptionItem
              key={option.id}
              option={option}
              others={options.filter(other => other !== option)}
              isFirst={at === 0}
              isLast={at === options.length - 1}
              problem={problems.get(option.id)}
              task={task?.id === option.id ? task : undefined}
              target={
                dragged === undefined || dragged === option.id
                  ? undefined
                  : options.findIndex(({ id }) => id === dragged) < at
                    ? 'below'
                    : 'above'
              }
              onChange={change => onChange(withChange(options, option.id, change))}
              onStep={by => {
                moving.current = option.id;
                put(option.id, at + by);
              }}
              onEnter={() => goOn(at)}
              onDrag={setDragged}
              onDrop={() => {
                setDragged(undefined);
                if (dragged !== undefined) put(dragged, at);
              }}
              onRetire={retired => {
                onChange(withRetired(options, option.id, retired));
                setTold(t(retired ? 'options.retiredNow' : 'options.inUse', { name: option.name }));
              }}
              onTask={kind =>
                kind === 'remove' && isNew(option)
                  ? give(option.id)
                  : setTask({ id: option.id, kind })
              }
              onEnd={() => end(option.id)}
              onRemove={() => {
                setTask(undefined);
                give(option.id);
              }}
              onMerge={into => {
                setTask(undefined);
                onChange(withMerged(options, option.id, into));
                moving.current = into;
              }}
            />
          ))}
        </ul>
      )}
      <div className={classes.adding}>
        <TextInput
          ref={adding}
          className={classes.new}
          aria-label={t('options.new')}
          placeholder={t(options.length === 0 ? 'options.first' : 'options.new')}
          value={name}
          maxLength={100}
          autoComplete="off"
          disabled={isFull}
          aria-describedby={`${title}-hint`}
          onChange={event => setName(event.currentTarget.value)}
          onKeyDown={onAddKey}
          onPaste={onPaste}
          onBlur={() => {
            if (name.trim() !== '') add([name]);
          }}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isFull}
          // Pressing it must not take the focus, which would add the name before the click does.
          onMouseDown={event => event.preventDefault()}
          onClick={() => {
            if (name.trim() !== '') add([name]);
            adding.current?.focus();
          }}
        >
          {t('options.add')}
        </Button>
      </div>
      <Text id={`${title}-hint`} size="xs" c="dimmed">
        {isFull ? t('options.full', { count: MAX_OPTIONS }) : t('options.hint')}
      </Text>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </div>
  );
}
