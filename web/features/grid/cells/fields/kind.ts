import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Words } from '../../../../lib/values/value-text.ts';

export interface EditorProps {
  readonly id?: string;
  readonly field: Field;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  /** Names the editor where no label stands beside it. */
  readonly label?: string;
  readonly invalid: boolean;
  readonly describedBy?: string | undefined;
  /** Wants the focus as soon as it is there. */
  readonly focused?: boolean;
  readonly disabled?: boolean;
  /** Shown while it is empty. */
  readonly example?: string | undefined;
  /** Over a cell, where everything that helps may open at once. */
  readonly floating?: boolean;
}

/**
 * The display and the editors of some types' values. While a value is edited it is a text, the
 * draft.
 */
export interface FieldKind {
  /** In a cell; no hooks: hundreds are drawn at once. Only for values that have the type's form. */
  readonly View: (props: { value: Json; field: Field; words: Words }) => ReactNode;
  readonly Editor: (props: EditorProps) => ReactNode;
  /** All of a value, where one line of it is not; else it is formatted. */
  readonly whole?: (value: Json) => string;
  /** Enter begins a new line; Ctrl+Enter is done. */
  readonly multiline?: boolean;
  /** A first key that is pressed on the cell may begin the draft. */
  readonly typed: boolean;
  /** That first key goes behind what is there instead of replacing it. */
  readonly joins?: boolean | ((field: Field) => boolean);
  readonly align?: 'end';
}

/** Keys that people type while an input method composes a letter mean nothing else. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing;
