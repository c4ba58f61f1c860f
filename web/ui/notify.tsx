import { Button, Group } from '@mantine/core';
import { notifications, type NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

/** Duration of a success notice, and of one with a button, in milliseconds. */
const SHOWN_MS = 3_000;
const PRESSED_MS = 8_000;

let last: string | undefined;

/** Shows a notice in place of the previous one. */
const show = (notice: NotificationData): void => {
  if (last !== undefined) notifications.hide(last);
  last = notifications.show({
    color: 'green',
    icon: <IconCheck size={18} aria-hidden />,
    autoClose: SHOWN_MS,
    role: 'status',
    ...notice,
  });
};

export const notifyDone = (message: string): void => show({ message });

/** Explains why an action is not possible yet. */
export const notifyNotYet = (message: string): void =>
  show({ message, color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden /> });

let undoable: string | undefined;

/** Withdraws the offer to undo, after a navigation. */
export const withdrawUndo = (): void => {
  if (undoable !== undefined) notifications.hide(undoable);
};

/** Reports a completed action with a button to undo it. */
export const notifyUndoable = (message: string, label: string, undo: () => void): void => {
  show({
    autoClose: PRESSED_MS,
    message: (
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            withdrawUndo();
            undo();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  });
  undoable = last;
};

/** Reports a failure without a place of its own on the screen; stays until closed. */
export const notifyFailed = (message: string): void => {
  notifications.show({
    message,
    color: 'red',
    icon: <IconAlertTriangle size={18} aria-hidden />,
    autoClose: false,
    role: 'alert',
  });
};
