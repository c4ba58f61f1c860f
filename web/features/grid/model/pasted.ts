import { isGiven } from '@hzm/contracts/core/everyday';
import type { Json } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import { valueOf } from '@hzm/contracts/features/tables/field-types';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import { isChoice, isOfOptions, splitNames, unknownNames } from '../../../lib/values/choices.ts';
import { holdsRelated, isRowId, isToMany, relationshipOf } from '../../../lib/values/related.ts';
import {
  valueFrom,
  type Parsed,
  type Problem,
  type Words,
} from '../../../lib/values/value-text.ts';
import type { CopiedCell, CopiedCells } from './clipboard-html.ts';
import { fromHtml } from './clipboard-html.ts';
import { fromTsv } from './clipboard.ts';
import { readingOf, type ColumnReading } from './column-reading.ts';
import type { Values } from './row.ts';
import type { Range } from './selection.ts';

/** A cell that is pasted; what it was where it was copied, if that was here. */
export type PastedCell = Partial<CopiedCell> & Pick<CopiedCell, 'text'>;

export interface PastedCells {
  readonly language: CopiedCells['language'];
  readonly rows: readonly (readonly PastedCell[])[];
}

/** Returns the most exact form of the clipboard's content. */
export function pastedFrom(
  html: string,
  plain: string,
  language: CopiedCells['language'],
): PastedCells {
  return (
    fromHtml(html) ?? { language, rows: fromTsv(plain).map(cells => cells.map(text => ({ text }))) }
  );
}

/**
 * The value that a pasted cell gives a field: the very value where the field holds the same, else
 * what its text says.
 */
export function pastedValue(field: Field, cell: PastedCell, words: Words): Parsed {
  if (relationshipOf(field) && cell.type === field.type && cell.value !== undefined)
    return holdsRelated(cell.value, field)
      ? { value: cell.value }
      : valueFrom(field, cell.text, words);
  // Ids are those of one field or project alone; names are the same in others.
  const isSame =
    cell.type === field.type &&
    !isOfOptions(field.type) &&
    cell.value !== undefined &&
    cell.value !== null;
  if (isSame && valueOf[field.type].safeParse(cell.value).success) return { value: cell.value };
  return valueFrom(field, cell.text, words);
}

/** The target of a paste, and the part of it beyond the grid. */
export interface Place {
  readonly target: Range;
  /** One cell over a selection fills it. */
  readonly isFill: boolean;
  readonly rowsBeyond: number;
  /** The first text of each column that has no field. */
  readonly columnsBeyond: readonly string[];
}

export function placeOf(
  { rows }: PastedCells,
  range: Range,
  size: { readonly rows: number; readonly fields: number },
): Place {
  const left = Math.max(1, range.left);
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const isFill =
    rows.length === 1 && width === 1 && !(range.top === range.bottom && range.left === range.right);
  if (isFill) return { target: { ...range, left }, isFill, rowsBeyond: 0, columnsBeyond: [] };
  const target = {
    top: range.top,
    bottom: Math.min(range.top + rows.length, size.rows) - 1,
    left,
    right: Math.min(left + width - 1, size.fields),
  };
  const fitting = target.right - left + 1;
  return {
    target,
    isFill,
    rowsBeyond: rows.length - (target.bottom - target.top + 1),
    columnsBeyond: Array.from(
      { length: width - fitting },
      (_, at) =>
        rows.find(cells => (cells[fitting + at]?.text ?? '').trim() !== '')?.[fitting + at]?.text ??
        '',
    ),
  };
}

/** A field that cells are pasted into, and how the texts of its column are read. */
export interface PasteColumn extends ColumnReading {
  readonly field: Field;
}

/** The columns of a paste; `isFill`: one text goes into all of them. */
export const pasteColumns = (
  { rows }: PastedCells,
  into: readonly Field[],
  words: Words,
  isFill: boolean,
): readonly PasteColumn[] =>
  into.map((field, at) => {
    const texts = rows.flatMap(cells => {
      const cell = cells[isFill ? 0 : at];
      return cell === undefined || cell.value !== undefined ? [] : [cell.text];
    });
    return { field, ...readingOf(field, texts, words) };
  });

/** Texts in pasted cells that name rows of another table, and are not known yet. */
export interface RelatedTexts {
  readonly relationship: Relationship;
  readonly texts: readonly string[];
}

/** Maximum texts of one column that are looked for. */
const MAX_TEXTS = 1_000;

export function relatedTexts(
  { rows }: PastedCells,
  into: readonly Field[],
  isFill: boolean,
  { related }: Words,
): readonly RelatedTexts[] {
  return into.flatMap((field, at) => {
    const relationship = relationshipOf(field);
    if (!relationship) return [];
    const texts = rows.flatMap(cells => {
      const cell = cells[isFill ? 0 : at];
      if (cell === undefined || (cell.type === field.type && cell.value !== undefined)) return [];
      const text = cell.text.trim();
      return isToMany(field) ? [text, ...splitNames(text)] : [text];
    });
    const unknown = [...new Set(texts)].filter(
      text => text !== '' && !isRowId(text) && related?.idOf(relationship, text) === undefined,
    );
    return unknown.length > 0 ? [{ relationship, texts: unknown.slice(0, MAX_TEXTS) }] : [];
  });
}

/** Names in pasted cells that are no options of a choice field. */
export interface UnknownOptions {
  readonly field: Field;
  readonly names: readonly string[];
}

export function unknownOptions(
  { rows }: PastedCells,
  into: readonly Field[],
  isFill: boolean,
): readonly UnknownOptions[] {
  return into.flatMap((field, at) => {
    if (!isChoice(field.type)) return [];
    const names = rows.flatMap(cells => unknownNames(field, cells[isFill ? 0 : at]?.text ?? ''));
    const distinct = [...new Map(names.toReversed().map(name => [fold(name), name])).values()];
    return distinct.length > 0 ? [{ field, names: distinct.toReversed() }] : [];
  });
}

/** A pasted text that is no value of its field; `line` counts the pasted lines. */
export interface UnfitCell {
  readonly line: number;
  readonly field: string;
  readonly text: string;
  readonly problem: Problem;
}

/**
 * New rows of pasted lines; `undefined` for one that lacks what is required. `unfit`: cells that
 * are no value of their field.
 */
export function rowsFrom(
  lines: readonly (readonly PastedCell[])[],
  into: readonly PasteColumn[],
  fields: readonly Field[],
): { readonly rows: readonly (Values | undefined)[]; readonly unfit: readonly UnfitCell[] } {
  const unfit: UnfitCell[] = [];
  const rows = lines.map((cells, line) => {
    const values: Record<string, Json> = {};
    into.forEach(({ field, words }, at) => {
      if (isGiven(field.type)) return;
      const cell = cells[at];
      const parsed =
        cell === undefined || cell.text === '' ? { value: null } : pastedValue(field, cell, words);
      if ('problem' in parsed)
        unfit.push({ line, field: field.id, text: cell!.text, problem: parsed.problem });
      else if (parsed.value !== null) values[field.id] = parsed.value;
    });
    return fields.every(({ id, required }) => !required || Object.hasOwn(values, id))
      ? values
      : undefined;
  });
  return { rows, unfit };
}
