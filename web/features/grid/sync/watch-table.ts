import { watch } from '../../../realtime/socket.ts';

/**
 * Calls `again` for changes of a table, once for all within a pause, also while they never rest.
 * @param again takes the position of the last one; '' where changes may have been missed. @returns
 * how to end it
 */
export function watchTable(
  tableId: string,
  pauseMs: number,
  again: (position: string) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  const soon = (position: string): void => {
    last = position;
    timer ??= setTimeout(() => {
      timer = undefined;
      again(last);
    }, pauseMs);
  };
  const stop = watch(`table:${tableId}`, {
    onChanges: ({ position }) => soon(position),
    onRefetch: () => soon(''),
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
