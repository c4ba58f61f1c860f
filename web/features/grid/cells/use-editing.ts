import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftOf, valueFrom } from '../../../lib/values/value-text.ts';
import type { Problem, Words } from '../../../lib/values/value-text.ts';
import { same } from '../model/row.ts';
import { isEmptyId, type Lines } from '../sync/lines.ts';
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
  /** Begins with the value, or with a first text in its place or, if it joins, behind it. */
  readonly begin: (rowId: string, field: Field, text?: string, joins?: boolean) => void;
  readonly change: (text: string) => void;
  /** Keeps the draft; false if it is no value, and the editor stays. */
  readonly commit: () => boolean;
  readonly cancel: () => void;
}

interface Scene {
  readonly session: GridSession;
  readonly lines: Lines;
  /** Every field that may be shown. */
  readonly fields: readonly Field[];
  readonly words: Words;
}

/** Gives a cell its new value; in an empty line it makes a row. */
function write(session: GridSession, { rowId, field, was }: Draft, value: Json): void {
  if (isEmptyId(rowId)) {
    if (value !== null) session.add([{ [field.id]: value }]);
  } else if (!same(value, was))
    session.edit([{ rowId, field: field.id, before: was, after: value }]);
}

/**
 * The one open editor. Its draft is kept if its row or field goes meanwhile.
 * @param refuse called instead of opening an editor, for readers
 */
export function useEditing({ session, lines, fields, words }: Scene, refuse?: () => void): Editing {
  const [draft, draw] = useState<Draft | null>(null);
  // An editor that chooses a value says so and is left in one event: nothing is drawn between.
  const latest = useRef({ draft, fields });
  latest.current.fields = fields;
  const setDraft = (next: Draft | null): void => {
    latest.current.draft = next;
    draw(next);
  };
  const commit = (): boolean => {
    const { draft: open } = latest.current;
    if (!open) return true;
    const field = latest.current.fields.find(({ id }) => id === open.field.id) ?? open.field;
    // A draft that was left as it was opened is no edit, even if the field would read it otherwise.
    if (open.text === draftOf(field, open.was, words)) {
      setDraft(null);
      return true;
    }
    const parsed = valueFrom(field, open.text, words);
    if ('problem' in parsed) {
      setDraft({ ...open, problem: parsed.problem });
      return false;
    }
    setDraft(null);
    write(session, open, parsed.value);
    return true;
  };
  const isFieldGone = draft !== null && !fields.some(({ id }) => id === draft.field.id);
  const isRowGone =
    draft !== null &&
    session.valueAt(draft.rowId, draft.field.id) === undefined &&
    lines.lineOf(draft.rowId) === undefined;
  const gone = isFieldGone || isRowGone;
  const rescue = useEffectEvent(() => {
    if (draft && isFieldGone && !isEmptyId(draft.rowId))
      session.edit([
        { rowId: draft.rowId, field: draft.field.id, before: draft.was, after: draft.text },
      ]);
    if (isFieldGone || !commit()) setDraft(null);
  });
  useEffect(() => {
    if (!gone) return undefined;
    const timer = setTimeout(() => rescue());
    return () => clearTimeout(timer);
  }, [gone]);
  return {
    draft,
    begin: (rowId, field, text, joins = false) => {
      if (refuse) return refuse();
      const was = session.valueAt(rowId, field.id) ?? null;
      const there = draftOf(field, was, words);
      const behind = joins && there !== '' && text ? `${there}, ${text}` : text;
      setDraft({ rowId, field, was, text: behind ?? there });
    },
    change: text => {
      const now = latest.current.draft;
      setDraft(now && { rowId: now.rowId, field: now.field, was: now.was, text });
    },
    commit,
    cancel: () => setDraft(null),
  };
}
