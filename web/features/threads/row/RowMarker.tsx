import { useEffect } from 'react';
import type { RowMarks } from '../../../ui/row-comments.ts';
import { useRowMarks } from './row-marks.live.ts';

/**
 * Renders nothing and calls `onMarks` with the badges of a table's rows, now and on each change.
 */
export function RowMarker({
  projectId,
  tableId,
  onMarks,
}: {
  projectId: string;
  tableId: string;
  onMarks: (marks: RowMarks) => void;
}): null {
  const marks = useRowMarks(projectId, tableId);
  useEffect(() => onMarks(marks), [marks, onMarks]);
  return null;
}
