import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftOf, valueFrom, type Problem, type Words } from '../../../lib/values/value-text.ts';
import { same } from '../model/row.ts';
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
   * Keeps what was written, in one field or in all; the first field whose text is no value, which
   * stays.
   */
  readonly commit: (field?: Field) => Field | undefined;
}

/**
 * Texts that are being written into a row. Whatever leads away keeps them first; `lost` hears of
 * what is no value when it is left all the same, as by Back.
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
  const judge = (all: Drafts, only?: Field) =>
    fields.flatMap(field => {
      const draft = memberOf(all, field.id);
      return draft && (only === undefined || only.id === field.id)
        ? [{ field, draft, parsed: valueFrom(field, draft.text, words) }]
        : [];
    });
  const write = (of: string | undefined, judged: ReturnType<typeof judge>): void => {
    if (of !== undefined)
      session.edit(
        judged.flatMap(({ field, draft, parsed }) =>
          'value' in parsed && !same(parsed.value, draft.was)
            ? [{ rowId: of, field: field.id, before: draft.was, after: parsed.value }]
            : [],
        ),
      );
  };
  const left = useRef<Drafts>(null);
  const leave = useEffectEvent(() => {
    if (left.current === drafts) return;
    left.current = drafts;
    const judged = judge(drafts);
    write(of, judged);
    for (const { field, draft, parsed } of judged)
      if ('problem' in parsed) lost(field, draft.text, parsed.problem);
  });
  useEffect(() => {
    if (of !== rowId) leave();
  }, [of, rowId]);
  useEffect(() => () => leave(), []);
  // Drafts of a field that was removed wait for a decision.
  const isOrphan = ([id]: readonly [string, FieldDraft]): boolean =>
    !fields.some(field => field.id === id);
  const orphans = Object.entries(held).filter(isOrphan);
  const rescue = useEffectEvent(() => {
    set(Object.fromEntries(Object.entries(held).filter(entry => !isOrphan(entry))));
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
      const judged = judge(held, only);
      const left = Object.entries(held).filter(
        ([id]) => !judged.some(({ field, parsed }) => field.id === id && 'value' in parsed),
      );
      set(
        Object.fromEntries(
          left.map(([id, draft]) => {
            const result = judged.find(({ field }) => field.id === id)?.parsed;
            return [
              id,
              result && 'problem' in result ? { ...draft, problem: result.problem } : draft,
            ];
          }),
        ),
      );
      write(rowId, judged);
      return judged.find(({ parsed }) => 'problem' in parsed)?.field;
    },
  };
}
