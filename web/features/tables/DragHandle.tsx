import { IconGripVertical } from '@tabler/icons-react';

/** Grip that an item of a list is dragged by; keys move it by other means. */
export function DragHandle({
  className,
  title,
  text,
  size,
  onDrag,
}: {
  className: string | undefined;
  title: string;
  /** Text that other programs get when the item is dropped on them. */
  text: string;
  size: number;
  onDrag: (isDragged: boolean) => void;
}) {
  return (
    <span
      className={className}
      draggable
      title={title}
      aria-hidden
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', text);
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      <IconGripVertical size={size} />
    </span>
  );
}
