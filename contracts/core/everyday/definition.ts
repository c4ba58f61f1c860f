import type * as z from 'zod';
import type { Choice } from '../choices.ts';
import type { Json } from '../json.ts';

/** All that the contracts know of an everyday type; `everyday.ts` lists the types. */
export interface EverydayType {
  /** The schema of values as callers write them. */
  readonly value: z.ZodType;
  /** Returns the stored form of a value that passed the schema; undefined if it has none. */
  readonly canonical?: (value: Json) => Json | undefined;
  /** Reads a value of another type; undefined if it cannot be converted without loss. */
  readonly from: (value: Json, choices?: readonly Choice[]) => Json | undefined;
  /** Parses the text of a query for comparison; absent: any text is its own operand. */
  readonly operand?: (text: string) => string | number | undefined;
  /** Whether values are numbers, which calculations take. */
  readonly isNumber?: true;
  /** Whether the values are options of the field. */
  readonly hasOptions?: true;
  /** Whether the values are people of the project, who are its options where it is read. */
  readonly hasPeople?: true;
  /** Whether the values are files of their row. */
  readonly hasFiles?: true;
  /** Whether a value is a list of several. */
  readonly isList?: true;
  /** Whether values are those of a person, which copies replace unless told otherwise. */
  readonly isPersonal?: true;
  /** The form of the values, if it is that of other types. */
  readonly form?: 'moment' | 'integer' | 'person';
  /** Whether the product gives the values, so that nobody writes them. */
  readonly isGiven?: true;
  /** The member of the row that is the value; absent: the row holds a value of the field. */
  readonly member?: 'created_at' | 'updated_at' | 'created_by' | 'updated_by';
  /** The kind of input that a form asks with. Default: a text. */
  readonly input?: 'email' | 'url' | 'tel' | 'number';
  /** A value for documents and tests. Of a type with options: of the field's first one. */
  readonly example: Json;
}
