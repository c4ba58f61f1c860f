import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftOf, valueFrom, type Problem, type Words } from '../../../lib/values/value-text.ts';
import { same } from '../model/row.ts';
import type { CellChange } from '../model/undo.ts';
import type { GridSession } from '../sync/session.ts';

/**
 * A field being edited: its text, the value when editing began, and the error if it is no value.
 */
export interface FieldDraft {
  readonly text: string;
  readonly was: Json;
  readonly problem?: Problem;
}

type Drafts = { readonly [fieldId: string]: FieldDraft };

export interface RowForm {
  readonly draftOf: (field: Field) => FieldDraft | undefined;
  readonly change: (field: Field, text: string) => void;
  readonly forget: (field: Field) => void;
  /**
   * Keeps the drafts of one field or of all; returns the first field whose text is no value, and
   * which keeps its draft.
   */
  readonly commit: (field?: Field) => Field | undefined;
}

type ReadDraft = {
  readonly field: Field;
  readonly draft: FieldDraft;
  readonly parsed: ReturnType<typeof valueFrom>;
};

/** Reads the drafts of the fields that the table has. */
const readDrafts = (fields: readonly Field[], drafts: Drafts, words: Words): readonly ReadDraft[] =>
  fields.flatMap(field => {
    const draft = memberOf(drafts, field.id);
    return draft ? [{ field, draft, parsed: valueFrom(field, draft.text, words) }] : [];
  });

const editsOf = (rowId: string, read: readonly ReadDraft[]): readonly CellChange[] =>
  read.flatMap(({ field, draft, parsed }) =>
    'value' in parsed && !same(parsed.value, draft.was)
      ? [{ rowId, field: field.id, before: draft.was, after: parsed.value }]
      : [],
  );

/** Returns the drafts that cannot be kept, with their problems. */
const unfitDrafts = (drafts: Drafts, read: readonly ReadDraft[]): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).flatMap(([id, draft]) => {
      const parsed = read.find(({ field }) => field.id === id)?.parsed;
      if (parsed === undefined) return [[id, draft]];
      return 'problem' in parsed ? [[id, { ...draft, problem: parsed.problem }]] : [];
    }),
  );

/** Turns drafts of removed fields into edits, which wait for a decision. */
function useRescue(
  rowId: string | undefined,
  fields: readonly Field[],
  drafts: Drafts,
  set: (next: Drafts) => void,
  session: GridSession,
): void {
  const isOrphan = ([id]: readonly [string, FieldDraft]): boolean =>
    !fields.some(field => field.id === id);
  const orphans = Object.entries(drafts).filter(isOrphan);
  const rescue = useEffectEvent(() => {
    set(Object.fromEntries(Object.entries(drafts).filter(entry => !isOrphan(entry))));
    if (rowId === undefined) return;
    session.edit(
      orphans.map(([field, { text, was }]) => ({ rowId, field, before: was, after: text })),
    );
  });
  useEffect(() => {
    if (orphans.length === 0) return undefined;
    const timer = setTimeout(() => rescue());
    return () => clearTimeout(timer);
  }, [orphans.length]);
}

/**
 * The drafts of a row, which are kept before the row is left. `lost` is called for a draft that is no
 * value if the row is left all the same, as by Back.
 */
export function useRowForm(
  rowId: string | undefined,
  fields: readonly Field[],
  session: GridSession,
  words: Words,
  lost: (field: Field, text: string, problem: Problem) => void,
): RowForm {
  const [{ of, drafts }, setHeld] = useState<{
    readonly of: string | undefined;
    readonly drafts: Drafts;
  }>({ of: rowId, drafts: {} });
  const held = of === rowId ? drafts : {};
  const set = (next: Drafts): void => setHeld({ of: rowId, drafts: next });
  const left = useRef<Drafts>(null);
  const leave = useEffectEvent(() => {
    if (left.current === drafts) return;
    left.current = drafts;
    const read = readDrafts(fields, drafts, words);
    if (of !== undefined) session.edit(editsOf(of, read));
    for (const { field, draft, parsed } of read)
      if ('problem' in parsed) lost(field, draft.text, parsed.problem);
  });
  useEffect(() => {
    if (of !== rowId) leave();
  }, [of, rowId]);
  useEffect(() => () => leave(), []);
  useRescue(rowId, fields, held, set, session);
  const valueAt = (field: Field): Json =>
    rowId === undefined ? null : (session.valueAt(rowId, field.id) ?? null);
  return {
    draftOf: field => memberOf(held, field.id),
    change: (field, text) => {
      const was = memberOf(held, field.id)?.was ?? valueAt(field);
      const { [field.id]: _, ...rest } = held;
      set(text === draftOf(field, was, words) ? rest : { ...held, [field.id]: { text, was } });
    },
    forget: field => {
      const { [field.id]: _, ...rest } = held;
      set(rest);
    },
    commit: only => {
      const read = readDrafts(only ? [only] : fields, held, words);
      set(unfitDrafts(held, read));
      if (rowId !== undefined) session.edit(editsOf(rowId, read));
      return read.find(({ parsed }) => 'problem' in parsed)?.field;
    },
  };
}
