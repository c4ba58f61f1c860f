import { useEffect } from 'react';
import type { RowMarks } from '../../../ui/row-comments.ts';
import { useRowMarks } from './row-marks.live.ts';

/** Tells how the rows of a table are marked, now and whenever that changes; draws nothing itself. */
export function RowMarker({ projectId, tableId, onMarks }: { projectId: string; tableId: string; onMarks: (marks: RowMarks) => void }): null {
  const marks = useRowMarks(projectId, tableId);
  useEffect(() => onMarks(marks), [marks, onMarks]);
  return null;
}
