import { Drawer, Modal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useHistoryStep } from './use-history-step.ts';
import { useOverlay } from './use-overlay.ts';

interface Own {
  /** The address says whether it is open, so it is a step of the history already. */
  readonly addressed?: boolean;
  /** Finds what takes the focus when it closes, where that is not what had it before. */
  readonly focusTo?: () => HTMLElement | null;
}

/**
 * Who closes it, and where the focus goes then, is decided here for all of them. A dialog's heading
 * is no banner of the page.
 */
const decided = (id: string, zIndex: number) => ({
  zIndex,
  closeOnEscape: false,
  returnFocus: false,
  attributes: { header: { role: 'none' }, content: { 'data-overlay': id } },
});

/** A question or a form over everything else that is open; Back closes it, too. */
export function Dialog({ addressed = false, focusTo, ...props }: ModalProps & Own) {
  const { id, zIndex } = useOverlay(props.opened, props.onClose, focusTo);
  useHistoryStep(props.opened && !addressed, props.onClose);
  return <Modal centered {...props} {...decided(id, zIndex)} />;
}

/** A panel that comes in from the side; whoever opens it makes it a step of the history. */
export function Sheet({ focusTo, ...props }: DrawerProps & Omit<Own, 'addressed'>) {
  const { id, zIndex } = useOverlay(props.opened, props.onClose, focusTo);
  return <Drawer position="right" {...props} {...decided(id, zIndex)} />;
}
