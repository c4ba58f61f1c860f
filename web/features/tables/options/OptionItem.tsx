import { optionColors, type FieldOption } from '@hzm/contracts/features/tables/options';
import { ActionIcon, Badge, Menu, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowMerge,
  IconArrowUp,
  IconCheck,
  IconDotsVertical,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionChip } from '../../../ui/OptionChip.tsx';
import { isNew, type OptionProblem } from './option-list.ts';
import { OptionQuestion } from './OptionQuestion.tsx';
import classes from './OptionsEditor.module.css';

/** A question about an option, asked before the change is made. */
export interface OptionTask {
  readonly id: string;
  readonly kind: 'merge' | 'remove';
}

interface Props {
  option: FieldOption;
  others: readonly FieldOption[];
  isFirst: boolean;
  isLast: boolean;
  problem: OptionProblem | undefined;
  task: OptionTask | undefined;
  /** Landing position of an option dropped here. */
  target: 'above' | 'below' | undefined;
  onChange: (change: Partial<Pick<FieldOption, 'name' | 'color'>>) => void;
  onStep: (by: number) => void;
  onEnter: () => void;
  onDrag: (id: string | undefined) => void;
  onDrop: () => void;
  onRetire: (retired: boolean) => void;
  onTask: (kind: OptionTask['kind']) => void;
  /** The question is given up. */
  onEnd: () => void;
  onRemove: () => void;
  onMerge: (into: string) => void;
}

const stepKeys = { up: 'Alt+↑', down: 'Alt+↓' };

/** Menus stay in the dialog that they belong to, above what it cuts. */
const inDialog = {
  shadow: 'md',
  returnFocus: true,
  withinPortal: false,
  floatingStrategy: 'fixed',
  menuItemTabIndex: 0,
  withInitialFocusPlaceholder: false,
} as const;

/** One option: its place, colour and name, and all that can be done with it. */
export function OptionItem(props: Props) {
  const { option, target, problem, task, onChange, onStep, onEnter, onDrag, onDrop } = props;
  const { t } = useTranslation('tables');
  const [over, setOver] = useState(false);
  const { name } = option;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      onStep(event.key === 'ArrowUp' ? -1 : 1);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnter();
    }
  };
  return (
    <li
      className={classes.item}
      data-option={option.id}
      data-target={(over && target) || undefined}
      onDragOver={event => {
        if (!target) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <div className={classes.line}>
        <span
          className={classes.handle}
          draggable
          title={t('options.drag', { name })}
          aria-hidden
          onDragStart={event => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', name);
            onDrag(option.id);
          }}
          onDragEnd={() => onDrag(undefined)}
        >
          <IconGripVertical size={16} />
        </span>
        <ColorMenu option={option} onChange={color => onChange({ color })} />
        <TextInput
          className={classes.name}
          aria-label={t('options.nameOf', { name })}
          value={name}
          maxLength={100}
          autoComplete="off"
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          error={problem && t(`options.${problem}`)}
          rightSectionWidth={option.retired ? 'auto' : undefined}
          rightSection={
            option.retired && (
              <Badge size="sm" variant="light" color="gray" tt="none" mr={8}>
                {t('options.retired')}
              </Badge>
            )
          }
          onChange={event => onChange({ name: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <ItemMenu {...props} />
      </div>
      {task && (
        <OptionQuestion
          kind={task.kind}
          option={option}
          others={props.others}
          onEnd={props.onEnd}
          onRemove={props.onRemove}
          onMerge={props.onMerge}
        />
      )}
    </li>
  );
}

function ColorMenu({
  option,
  onChange,
}: {
  option: FieldOption;
  onChange: (color: FieldOption['color']) => void;
}) {
  const { t } = useTranslation('tables');
  return (
    <Menu position="bottom-start" width={190} {...inDialog}>
      <Menu.Target>
        <UnstyledButton
          className={classes.color}
          aria-label={t('options.colorOf', {
            name: option.name,
            color: t(`options.colors.${option.color}`),
          })}
        >
          <OptionChip option={{ ...option, name: 'A', retired: undefined }} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {optionColors.map(color => (
          <Menu.Item
            key={color}
            rightSection={color === option.color && <IconCheck size={15} aria-hidden />}
            onClick={() => onChange(color)}
          >
            <OptionChip
              option={{ ...option, color, name: t(`options.colors.${color}`), retired: undefined }}
            />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ItemMenu({ option, others, isFirst, isLast, onStep, onRetire, onTask }: Props) {
  const { t } = useTranslation('tables');
  const isKept = !isNew(option);
  return (
    <Menu position="bottom-end" width={270} {...inDialog}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('options.menu', { name: option.name })}
        >
          <IconDotsVertical size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp size={16} aria-hidden />}
          rightSection={<small aria-hidden>{stepKeys.up}</small>}
          disabled={isFirst}
          onClick={() => onStep(-1)}
        >
          {t('options.up')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} aria-hidden />}
          rightSection={<small aria-hidden>{stepKeys.down}</small>}
          disabled={isLast}
          onClick={() => onStep(1)}
        >
          {t('options.down')}
        </Menu.Item>
        <Menu.Divider />
        {isKept && (
          <Menu.Item
            leftSection={
              option.retired ? (
                <IconArchiveOff size={16} aria-hidden />
              ) : (
                <IconArchive size={16} aria-hidden />
              )
            }
            onClick={() => onRetire(!option.retired)}
          >
            {t(option.retired ? 'options.reuse' : 'options.retire')}
          </Menu.Item>
        )}
        {isKept && others.some(other => !isNew(other)) && (
          <Menu.Item
            leftSection={<IconArrowMerge size={16} aria-hidden />}
            onClick={() => onTask('merge')}
          >
            {t('options.merge')}
          </Menu.Item>
        )}
        <Menu.Item
          className={classes.remove}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onTask('remove')}
        >
          {t(isKept ? 'options.remove' : 'options.removeNew')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
