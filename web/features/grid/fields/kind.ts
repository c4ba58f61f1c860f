import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Language } from '../../../lib/language.ts';

/** What values are written with. */
export interface Words {
  readonly language: Language;
  readonly yes: string;
  readonly no: string;
}

/** Why a text is no value: a key of `problems` in the grid's texts. */
export type Problem = 'required' | 'number' | 'integer' | 'amount' | 'json' | 'object' | 'array' | 'value';
export type Parsed = { readonly value: Json } | { readonly problem: Problem };

export interface EditorProps {
  readonly id?: string;
  readonly field: Field;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  /** Names the editor where no label stands beside it. */
  readonly label?: string;
  readonly invalid: boolean;
  readonly describedBy?: string | undefined;
  /** Takes the focus at once, with the caret behind the text. */
  readonly focused?: boolean;
  readonly disabled?: boolean;
}

/** How values of some types are shown and edited. While it is edited a value is a text, the draft. */
export interface FieldKind {
  /** In a cell; no hooks: hundreds are drawn at once. */
  readonly View: (props: { value: Json; field: Field; words: Words }) => ReactNode;
  readonly Editor: (props: EditorProps) => ReactNode;
  /** An empty draft is no value (null), which is not asked here. */
  readonly parse: (draft: string, field: Field, words: Words) => Parsed;
  /** The value as one line for people. */
  readonly format: (value: Json, field: Field, words: Words) => string;
  /** All of it, for whom one line is too short; else the same as `format`. */
  readonly whole?: (value: Json) => string;
  readonly draftOf: (value: Json, field: Field, words: Words) => string;
  /** Enter begins a new line; Ctrl+Enter is done. */
  readonly multiline?: boolean;
  /** A first key that is pressed on the cell may begin the draft. */
  readonly typed: boolean;
  readonly align?: 'end';
}

/** Keys that people type while an input method composes a letter mean nothing else. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing;
