import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Emoji.module.css';

interface Props {
  label: string;
  emoji: readonly string[];
  onPick: (emoji: string) => void;
  disabled?: boolean;
  size?: 'md' | 'lg';
}

const COLUMNS = 4;
const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', COLUMNS],
  ['ArrowUp', -COLUMNS],
]);

/** Opens a palette of emoji, navigated by arrow keys; picking one closes it. */
export function EmojiButton({ label, emoji, onPick, disabled = false, size = 'lg' }: Props) {
  const [opened, setOpened] = useState(false);
  const walk = ({ key, currentTarget, target }: React.KeyboardEvent): void => {
    const buttons = [...currentTarget.querySelectorAll('button')];
    const by = steps.get(key);
    if (by !== undefined) buttons[buttons.indexOf(target as HTMLButtonElement) + by]?.focus();
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      position="top-end"
      shadow="md"
    >
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={size}
            aria-label={label}
            disabled={disabled}
            onClick={() => setOpened(before => !before)}
          >
            <IconMoodSmile size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={label}>
        <div className={classes.palette} role="presentation" onKeyDown={walk}>
          {emoji.map(one => (
            <button
              key={one}
              type="button"
              className={classes.emoji}
              onClick={() => {
                setOpened(false);
                onPick(one);
              }}
            >
              {one}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
