import { Button, Group } from '@mantine/core';
import { notifications, type NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

/**
 * How long a notice of success is shown, in milliseconds; longer where there is something to press.
 */
const SHOWN_MS = 3_000;
const PRESSED_MS = 8_000;

let last: string | undefined;

/** One at a time: the newer success takes the place of the older. */
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

/** Says why what was pressed does nothing yet. */
export const notifyNotYet = (message: string): void =>
  show({ message, color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden /> });

let undoable: string | undefined;

/** Takes back the offer of a way back: somebody has gone another one. */
export const withdrawUndo = (): void => {
  if (undoable !== undefined) notifications.hide(undoable);
};

/** Says what was done, with a way back. */
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

/** For what has no place of its own on the screen; stays until it is closed. */
export const notifyFailed = (message: string): void => {
  notifications.show({
    message,
    color: 'red',
    icon: <IconAlertTriangle size={18} aria-hidden />,
    autoClose: false,
    role: 'alert',
  });
};
