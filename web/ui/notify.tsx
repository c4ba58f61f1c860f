import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

/** How long a notice of success is shown, in milliseconds. */
const SHOWN_MS = 3_000;

let last: string | undefined;

/** One at a time: the newer success takes the place of the older. */
export const notifyDone = (message: string): void => {
  if (last !== undefined) notifications.hide(last);
  last = notifications.show({ message, color: 'green', icon: <IconCheck size={18} aria-hidden />, autoClose: SHOWN_MS, role: 'status' });
};

/** For what has no place of its own on the screen; stays until it is closed. */
export const notifyFailed = (message: string): void => {
  notifications.show({ message, color: 'red', icon: <IconAlertTriangle size={18} aria-hidden />, autoClose: false, role: 'alert' });
};
