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
  IconTrash,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionChip } from '../../../ui/OptionChip.tsx';
import { DragHandle } from '../DragHandle.tsx';
import { useDropTarget, type Landing } from '../use-drop-target.ts';
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
  target: Landing;
  onChange: (change: Partial<Pick<FieldOption, 'name' | 'color'>>) => void;
  onStep: (by: number) => void;
  onEnter: () => void;
  onDrag: (id: string | null) => void;
  onDrop: () => void;
  onRetire: (retired: boolean) => void;
  onTask: (kind: OptionTask['kind']) => void;
  /** The question is given up. */
  onEnd: () => void;
  onRemove: () => void;
  onMerge: (into: string) => void;
}

const steps = [
  { text: 'options.up', by: -1, keys: 'Alt+↑', Icon: IconArrowUp },
  { text: 'options.down', by: 1, keys: 'Alt+↓', Icon: IconArrowDown },
] as const;

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
  const drop = useDropTarget(target, onDrop);
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
    <li className={classes.item} data-option={option.id} {...drop}>
      <div className={classes.line}>
        <DragHandle
          className={classes.handle}
          title={t('options.drag', { name })}
          text={name}
          size={16}
          onDrag={isDragged => onDrag(isDragged ? option.id : null)}
        />
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
          rightSection={option.retired && <RetiredBadge />}
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

function RetiredBadge() {
  const { t } = useTranslation('tables');
  return (
    <Badge size="sm" variant="light" color="gray" tt="none" mr={8}>
      {t('options.retired')}
    </Badge>
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
  const RetireIcon = option.retired ? IconArchiveOff : IconArchive;
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
        {steps.map(({ text, by, keys, Icon }) => (
          <Menu.Item
            key={text}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={<small aria-hidden>{keys}</small>}
            disabled={by < 0 ? isFirst : isLast}
            onClick={() => onStep(by)}
          >
            {t(text)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {isKept && (
          <Menu.Item
            leftSection={<RetireIcon size={16} aria-hidden />}
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
