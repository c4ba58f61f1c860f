import { useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../Threads.module.css';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/**
 * Accepts files dropped anywhere on its children. Without `onFiles` it rejects them, so that the
 * browser does not open one in place of the page.
 */
export function DropArea({
  onFiles,
  children,
}: {
  onFiles: ((files: readonly File[]) => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('threads');
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={classes.conversation}
      onDragOver={event => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = onFiles ? 'copy' : 'none';
        setOver(onFiles !== undefined);
      }}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={event => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles?.([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className={classes.drop} aria-hidden>
          {t('uploads.drop')}
        </div>
      )}
    </div>
  );
}
