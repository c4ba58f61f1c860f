import type { ReadMark } from '@hzm/contracts/features/read-marks/read-mark';
import { isDone, type RowThread, type Thread } from '@hzm/contracts/features/threads/thread';
import type { RowMark, RowMarks } from '../../../ui/row-comments.ts';

/** Threads about the rows of a table, by row. */
export type RowThreads = ReadonlyMap<string, readonly RowThread[]>;

export const byRow = (threads: readonly RowThread[]): RowThreads =>
  Map.groupBy(threads, ({ row_id }) => row_id);

/** Applies a thread change unless it is older than the known state. */
export function withThread(
  all: RowThreads,
  { id, row, status, message_count, position, _version }: Thread,
  isOwn: boolean,
): RowThreads {
  if (row === null) return all;
  const threads = all.get(row.row_id) ?? [];
  const known = threads.find(one => one.id === id);
  if (known && known._version > _version) return all;
  const isNews = known === undefined || message_count > known.message_count;
  const now = {
    id,
    row_id: row.row_id,
    status,
    message_count,
    _version,
    ...(isNews
      ? { position, is_unread: !isOwn }
      : { position: known.position, is_unread: known.is_unread }),
  };
  return new Map(all).set(row.row_id, [...threads.filter(one => one.id !== id), now]);
}

/** Applies a read mark from any device. */
export function withRead(
  all: RowThreads,
  { topic, scope, upTo }: ReadMark,
  projectId: string,
): RowThreads {
  if (scope !== `threads:${projectId}`) return all;
  const isRead = ({ id, position, is_unread }: RowThread): boolean =>
    is_unread && position <= upTo && (topic === scope || topic === `thread:${id}`);
  const changed = [...all].filter(([, threads]) => threads.some(isRead));
  return changed.length === 0
    ? all
    : new Map([
        ...all,
        ...changed.map(
          ([rowId, threads]) =>
            [
              rowId,
              threads.map(one => (isRead(one) ? { ...one, is_unread: false } : one)),
            ] as const,
        ),
      ]);
}

const marks = new WeakMap<readonly RowThread[], RowMark>();

function markOf(threads: readonly RowThread[]): RowMark {
  const known = marks.get(threads);
  if (known) return known;
  const closed = threads.filter(isDone).length;
  const mark = {
    unread: threads.filter(({ is_unread }) => is_unread).length,
    open: threads.length - closed,
    closed,
  };
  marks.set(threads, mark);
  return mark;
}

/** Returns the badges of rows, with the same object for unchanged threads. */
export const marksOf = (all: RowThreads): RowMarks =>
  new Map([...all].map(([rowId, threads]) => [rowId, markOf(threads)]));
