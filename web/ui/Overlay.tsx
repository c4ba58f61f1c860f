import { Drawer, Modal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useHistoryStep } from './use-history-step.ts';
import { useOverlay } from './use-overlay.ts';

interface Own {
  /** Whether the address determines if it is open, so that it is a history entry already. */
  readonly addressed?: boolean;
  /** Finds the element to focus on close, if not the one that had the focus before. */
  readonly focusTo?: () => HTMLElement | null;
}

/**
 * Props common to all overlays: they handle closing and focus themselves, and their heading is not
 * a banner of the page.
 */
const decided = (id: string, zIndex: number) => ({
  zIndex,
  closeOnEscape: false,
  returnFocus: false,
  attributes: { header: { role: 'none' }, content: { 'data-overlay': id } },
});

/** A dialog over everything else that is open; Back closes it. */
export function Dialog({ addressed = false, focusTo, ...props }: ModalProps & Own) {
  const { id, zIndex } = useOverlay(props.opened, props.onClose, focusTo);
  useHistoryStep(props.opened && !addressed, props.onClose);
  return <Modal centered {...props} {...decided(id, zIndex)} />;
}

/** A panel from the side; the opener makes it a history entry. */
export function Sheet({ focusTo, ...props }: DrawerProps & Omit<Own, 'addressed'>) {
  const { id, zIndex } = useOverlay(props.opened, props.onClose, focusTo);
  return <Drawer position="right" {...props} {...decided(id, zIndex)} />;
}
