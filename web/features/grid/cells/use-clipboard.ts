import type { Field } from '@hzm/contracts/features/tables/table';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { copied, type Problem } from '../../../lib/values/value-text.ts';
import { notifyFailed } from '../../../ui/notify.tsx';
import type { GridContext } from '../grid-context.ts';
import { toHtml, type CopiedCells } from '../model/clipboard-html.ts';
import { toTsv } from '../model/clipboard.ts';
import {
  pasteColumns,
  pastedFrom,
  pastedValue,
  placeOf,
  relatedTexts,
  rowsFrom,
  unknownOptions,
  type PastedCells,
  type Place,
  type UnknownOptions,
} from '../model/pasted.ts';
import type { CellChange } from '../model/undo.ts';
import { RelatedContext } from '../related/use-related.ts';
import type { RefusedCell } from '../sync/edits.ts';
import { CreateOptionsContext } from './create-option.ts';
import type { Ranges } from './use-range.ts';

/** More rows are not added by one paste. */
export const MAX_ADDED = 5_000;
/** Bounds the texts of one paste that stay in their cells though they do not fit. */
const MAX_KEPT = 1_000;

/**
 * A paste that holds names of no option, or of which a part lies beyond the grid: what becomes of
 * that is asked before anything is written, one after the other.
 */
export interface PasteRequest extends Place {
  readonly pasted: PastedCells;
  /** Required fields that the pasted lines say nothing about. */
  readonly missing: readonly string[];
  /** Asked about first, and empty then. */
  readonly unknown: readonly UnknownOptions[];
  /** Fields that have got options since, by their ids. */
  readonly grown: ReadonlyMap<string, Field>;
  /** Whether it begins in an empty line, so that new rows are what is asked for. */
  readonly isNew: boolean;
  /** Whether options are being added. */
  readonly busy?: boolean;
}

export interface Clipboard {
  /**
   * Without an event, as from a menu, through the clipboard of the page. `then`: goes on when
   * everything is on the clipboard.
   */
  readonly copy: (event?: ClipboardEvent, then?: () => void) => void;
  readonly paste: (event?: ClipboardEvent) => void;
  readonly asked: PasteRequest | null;
  /**
   * Pastes what was asked about: with new options or without them; with new rows for the lines
   * beyond or without them; or not at all.
   */
  readonly answer: (how: 'options' | 'without' | 'add' | 'fit' | 'no') => void;
}

/** The selected cells and spreadsheets. */
export function useClipboard(
  { session, lines, fields, all, words, cursor, say, show }: GridContext,
  { columns, here, withRows, changeTo }: Ranges,
): Clipboard {
  const { t } = useTranslation('grid');
  const errorText = useErrorText();
  const create = use(CreateOptionsContext);
  const related = use(RelatedContext);
  const [asked, setAsked] = useState<PasteRequest | null>(null);
  const { range } = cursor;
  const cellsOf = (rowIds: readonly string[], of: readonly Field[]): CopiedCells => ({
    language: words.language,
    rows: rowIds.map(rowId =>
      of.map(field => {
        const value = session.valueAt(rowId, field.id) ?? null;
        return { type: field.type, value, text: copied(field, value, words) };
      }),
    ),
  });
  const plainOf = ({ rows }: CopiedCells): string =>
    toTsv(rows.map(cells => cells.map(({ text }) => text)));

  const copy: Clipboard['copy'] = (event, then) => {
    event?.preventDefault();
    const [known, of] = [here(range), columns(range)];
    const done = (count: number): void => {
      say(t('said.copied', { count: count * of.length }));
      then?.();
    };
    if (known && event) {
      const cells = cellsOf(known, of);
      event.clipboardData?.setData('text/plain', plainOf(cells));
      event.clipboardData?.setData('text/html', toHtml(cells));
      return done(known.length);
    }
    // The event's own clipboard closes before rows can be read; the other one is only there over
    // https and on the same machine.
    if (!('clipboard' in navigator)) return say(t('said.notCopied'));
    const cells = Promise.withResolvers<CopiedCells>();
    withRows(
      range,
      rowIds => cells.resolve(cellsOf(rowIds, of)),
      () => cells.reject(new Error('the rows could not be read')),
    );
    navigator.clipboard
      .write([
        new ClipboardItem({
          'text/plain': cells.promise.then(plainOf),
          'text/html': cells.promise.then(toHtml),
        }),
      ])
      .then(
        () => done(range.bottom - range.top + 1),
        () => say(t('said.notCopied')),
      );
  };

  const write = (
    pasted: PastedCells,
    { target, isFill, rowsBeyond, grown }: Place & Pick<PasteRequest, 'grown'>,
    adding: boolean,
  ): void => {
    const from = { ...words, language: pasted.language };
    const fieldsNow = columns(target).map(field => grown.get(field.id) ?? field);
    const into = pasteColumns(pasted, fieldsNow, from, isFill);
    const added = adding
      ? rowsFrom(pasted.rows.slice(-rowsBeyond), into, all)
      : { rows: [], unfit: [] };
    withRows(target, rowIds => {
      const unfit: RefusedCell[] = [];
      const refuse = (rowId: string, field: string, value: string, problem: Problem): void => {
        unfit.push({ rowId, field, value, reason: t(`problems.${problem}`) });
      };
      const changes = rowIds.flatMap((rowId, down) =>
        into.flatMap(({ field, words: read }, across): readonly CellChange[] => {
          const cell = isFill ? pasted.rows[0]![0] : pasted.rows[down]?.[across];
          const parsed = cell && pastedValue(field, cell, read);
          if (parsed && 'value' in parsed) return changeTo(rowId, field, parsed.value);
          if (parsed) refuse(rowId, field.id, cell.text, parsed.problem);
          return [];
        }),
      );
      const rows = added.rows.filter(row => row !== undefined);
      const ids = session.add(rows, changes);
      const idOf = new Map(rows.map((row, at) => [row, ids[at]]));
      for (const { line, field, text, problem } of added.unfit) {
        const id = idOf.get(added.rows[line]!);
        if (id !== undefined) refuse(id, field, text, problem);
      }
      session.refused(unfit.slice(0, MAX_KEPT));
      if (ids[0] !== undefined)
        show(ids[0], undefined, true, { rowIds: ids, left: target.left, right: target.right });
      else
        cursor.select(
          { row: target.top, col: target.left },
          { row: target.bottom, col: target.right },
        );
      const incomplete = added.rows.length - rows.length;
      say(
        [
          ...into.flatMap(({ field, rule }) =>
            rule ? [t(`said.read-${rule}`, { field: field.name })] : [],
          ),
          t('said.pasted', { count: changes.length }),
          ...(rows.length > 0 ? [t('said.added', { count: rows.length })] : []),
          ...(unfit.length > 0 ? [t('said.unfit', { count: unfit.length })] : []),
          ...(incomplete > 0 ? [t('said.incomplete', { count: incomplete })] : []),
          ...(rowsBeyond > 0 && !adding ? [t('said.beyond', { count: rowsBeyond })] : []),
        ].join(' '),
      );
    });
  };
  const pasteTexts = (html: string, plain: string): void => {
    const pasted = pastedFrom(html, plain, words.language);
    const isNew = range.top >= lines.filled && lines.count > lines.filled;
    const from = isNew ? { ...range, top: lines.filled, bottom: lines.filled } : range;
    const place = placeOf(pasted, from, { rows: lines.filled, fields: fields.length });
    const into = columns(place.target);
    const request: PasteRequest = {
      ...place,
      pasted,
      isNew,
      missing: all.filter(field => field.required && !into.includes(field)).map(({ name }) => name),
      unknown: create ? unknownOptions(pasted, into, place.isFill) : [],
      grown: new Map(),
    };
    const texts = relatedTexts(pasted, into, place.isFill, words);
    if (texts.length === 0 || !related) return goOn(request);
    // A text that cannot be looked for is told with its cell.
    void Promise.allSettled(
      texts.map(({ relationship, texts: some }) => related.resolve(relationship, some)),
    ).then(() => goOn(request));
  };
  /** Asks what is left to be asked, or writes. */
  const goOn = (request: PasteRequest): void => {
    const { unknown, rowsBeyond, columnsBeyond, isNew } = request;
    const isMore = rowsBeyond > 0 && (!isNew || rowsBeyond > MAX_ADDED);
    if (unknown.length > 0 || isMore || columnsBeyond.length > 0) return setAsked(request);
    setAsked(null);
    write(request.pasted, request, isNew && rowsBeyond > 0);
  };
  const addOptions = async (request: PasteRequest): Promise<void> => {
    setAsked({ ...request, busy: true });
    try {
      const grown = new Map(request.grown);
      for (const { field, names } of request.unknown)
        if (create) grown.set(field.id, await create(field.id, names));
      goOn({ ...request, unknown: [], grown });
    } catch (error) {
      setAsked(request);
      notifyFailed(`${t('options.addFailed')}: ${errorText(error)}`);
    }
  };
  const paste: Clipboard['paste'] = event => {
    event?.preventDefault();
    if (event)
      return pasteTexts(
        event.clipboardData?.getData('text/html') ?? '',
        event.clipboardData?.getData('text/plain') ?? '',
      );
    readClipboard().then(
      ({ html, plain }) => pasteTexts(html, plain),
      () => say(t('said.notPasted')),
    );
  };
  return {
    copy,
    paste,
    asked,
    answer: how => {
      if (!asked || asked.busy) return;
      if (how === 'options') return void addOptions(asked);
      if (how === 'without') return goOn({ ...asked, unknown: [] });
      setAsked(null);
      if (how !== 'no') write(asked.pasted, asked, how === 'add');
    },
  };
}

/** Reads the clipboard of the page, which the browser may refuse or ask for. */
async function readClipboard(): Promise<{ readonly html: string; readonly plain: string }> {
  const [item] = await navigator.clipboard.read();
  const textOf = async (type: string): Promise<string> =>
    item?.types.includes(type) === true ? (await item.getType(type)).text() : '';
  return { html: await textOf('text/html'), plain: await textOf('text/plain') };
}
