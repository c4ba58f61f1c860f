import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useEffect, useEffectEvent, useState } from 'react';
import { draftOf, valueFrom } from '../../../lib/values/value-text.ts';
import type { Problem, Words } from '../../../lib/values/value-text.ts';
import type { Lines } from '../sync/lines.ts';
import { same } from '../model/row.ts';
import type { GridSession } from '../sync/session.ts';

/** A cell that is being edited: its text, and what stood in it when that began. */
export interface Draft {
  readonly rowId: string;
  readonly field: Field;
  readonly text: string;
  readonly was: Json;
  readonly problem?: Problem;
}

export interface Editing {
  readonly draft: Draft | null;
  /** Begins with what is there, or with a first text in its place. */
  readonly begin: (rowId: string, field: Field, text?: string) => void;
  readonly change: (text: string) => void;
  /** Keeps what was written; false when it is no value, and the editor stays. */
  readonly commit: () => boolean;
  readonly cancel: () => void;
}

/** The one open editor. Its row may go while somebody writes: what they wrote is kept as theirs. @param refuse instead of opening one, for who only reads */
export function useEditing(session: GridSession, lines: Lines, words: Words, refuse?: () => void): Editing {
  const [draft, setDraft] = useState<Draft | null>(null);
  const commit = (): boolean => {
    if (!draft) return true;
    const parsed = valueFrom(draft.field, draft.text, words);
    if ('problem' in parsed) {
      setDraft({ ...draft, problem: parsed.problem });
      return false;
    }
    setDraft(null);
    if (!same(parsed.value, draft.was)) session.edit([{ rowId: draft.rowId, field: draft.field.name, before: draft.was, after: parsed.value }]);
    return true;
  };
  const gone = draft !== null && session.valueAt(draft.rowId, draft.field.name) === undefined && lines.lineOf(draft.rowId) === undefined;
  const rescue = useEffectEvent(() => { if (!commit()) setDraft(null); });
  useEffect(() => {
    if (!gone) return undefined;
    const timer = setTimeout(() => rescue());
    return () => clearTimeout(timer);
  }, [gone]);
  return {
    draft,
    begin: (rowId, field, text) => {
      if (refuse) return refuse();
      const was = session.valueAt(rowId, field.name) ?? null;
      setDraft({ rowId, field, was, text: text ?? draftOf(field, was, words) });
    },
    change: text => setDraft(now => now && { rowId: now.rowId, field: now.field, was: now.was, text }),
    commit,
    cancel: () => setDraft(null),
  };
}
