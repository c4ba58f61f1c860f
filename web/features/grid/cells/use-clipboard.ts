import { hasFiles } from '@hzm/contracts/core/everyday';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { notifyFailed } from '../../../ui/notify.tsx';
import type { GridContext } from '../grid-context.ts';
import {
  pastedFrom,
  placeOf,
  relatedTexts,
  unknownOptions,
  type PastedCells,
  type UnknownOptions,
} from '../model/pasted.ts';
import { RelatedContext } from '../related/use-related.ts';
import { CreateOptionsContext } from './create-option.ts';
import { useCopy, type Copy } from './use-copy.ts';
import type { Ranges } from './use-range.ts';
import { useWritePasted, type Pasting } from './use-write-pasted.ts';

/** More rows are not added by one paste. */
export const MAX_ADDED = 5_000;

/**
 * A paste that holds names of no option, or of which a part lies beyond the grid: what becomes of
 * that is asked before anything is written, one after the other.
 */
export interface PasteRequest extends Pasting {
  /** Required fields that the pasted lines say nothing about. */
  readonly missing: readonly string[];
  /** Asked about first, and empty then. */
  readonly unknown: readonly UnknownOptions[];
  /** Whether it begins in an empty line, so that it asks for new rows. */
  readonly isNew: boolean;
  /** Whether options are being added. */
  readonly busy?: boolean;
}

export interface Clipboard {
  readonly copy: Copy;
  /** Without an event, as from a menu, through the clipboard of the page. */
  readonly paste: (event?: ClipboardEvent) => void;
  readonly asked: PasteRequest | null;
  /**
   * Answers the question about a paste: with new options or without them, with new rows for the
   * lines beyond or without them, or not at all.
   */
  readonly answer: (how: 'options' | 'without' | 'add' | 'fit' | 'no') => void;
}

/** The selected cells and spreadsheets. */
export function useClipboard(context: GridContext, ranges: Ranges): Clipboard {
  const { t } = useTranslation('grid');
  const errorText = useErrorText();
  const create = use(CreateOptionsContext);
  const related = use(RelatedContext);
  const [asked, setAsked] = useState<PasteRequest | null>(null);
  const copy = useCopy(context, ranges);
  const write = useWritePasted(context, ranges);
  /** Asks the next question, or writes. */
  const goOn = (request: PasteRequest): void => {
    const { unknown, rowsBeyond, columnsBeyond, isNew } = request;
    const isMore = rowsBeyond > 0 && (!isNew || rowsBeyond > MAX_ADDED);
    if (unknown.length > 0 || isMore || columnsBeyond.length > 0) return setAsked(request);
    setAsked(null);
    write(request, isNew && rowsBeyond > 0);
  };
  const pasteTexts = (html: string, plain: string): void => {
    const pasted = pastedFrom(html, plain, context.words.language);
    const request = requestOf(context, ranges, pasted, create !== undefined);
    const into = ranges.columns(request.target);
    if (into.length > 0 && into.every(({ type }) => hasFiles(type)))
      return context.say(t('said.textOntoFiles'));
    const texts = relatedTexts(pasted, into, request.isFill, context.words);
    if (texts.length === 0 || !related) return goOn(request);
    // A text that cannot be looked for is told with its cell.
    void Promise.allSettled(
      texts.map(({ relationship, texts: some }) => related.resolve(relationship, some)),
    ).then(() => goOn(request));
  };
  const take = useTake(context, pasteTexts);
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
  return {
    copy,
    asked,
    paste: event => {
      event?.preventDefault();
      if (event) return take(heldBy(event.clipboardData));
      readClipboard().then(take, () => context.say(t('said.notPasted')));
    },
    answer: how => {
      if (!asked || asked.busy) return;
      if (how === 'options') return void addOptions(asked);
      if (how === 'without') return goOn({ ...asked, unknown: [] });
      setAsked(null);
      if (how !== 'no') write(asked, how === 'add');
    },
  };
}

/**
 * Returns a function that pastes the content of a clipboard. Files go to a cell of files, texts to
 * others, because a spreadsheet adds a picture of its cells.
 */
function useTake(
  { lines, fields, cursor, say, onFiles }: GridContext,
  pasteTexts: (html: string, plain: string) => void,
): (held: Held) => void {
  const { t } = useTranslation('grid');
  return ({ html, plain, files }) => {
    const field = fields[cursor.at.col - 1];
    if (files.length === 0) return pasteTexts(html, plain);
    if (!field || !hasFiles(field.type))
      return html + plain === '' ? say(t('said.filesElsewhere')) : pasteTexts(html, plain);
    const rowId = lines.idAt(cursor.at.row);
    if (rowId === undefined) return say(t('cellFiles.rowFirst'));
    onFiles(rowId, field, files);
  };
}

/** Returns what a paste at the cursor would do. `creates`: names of no option may become some. */
function requestOf(
  { lines, fields, all, cursor: { range } }: GridContext,
  { columns }: Ranges,
  pasted: PastedCells,
  creates: boolean,
): PasteRequest {
  const isNew = range.top >= lines.filled && lines.count > lines.filled;
  const from = isNew ? { ...range, top: lines.filled, bottom: lines.filled } : range;
  const place = placeOf(pasted, from, { rows: lines.filled, fields: fields.length });
  const into = columns(place.target);
  return {
    ...place,
    pasted,
    isNew,
    missing: all.filter(field => field.required && !into.includes(field)).map(({ name }) => name),
    unknown: creates ? unknownOptions(pasted, into, place.isFill) : [],
    grown: new Map(),
  };
}

/** Texts and files of a clipboard. */
interface Held {
  readonly html: string;
  readonly plain: string;
  readonly files: readonly File[];
}

const heldBy = (data: DataTransfer | null): Held => ({
  html: data?.getData('text/html') ?? '',
  plain: data?.getData('text/plain') ?? '',
  files: [...(data?.files ?? [])],
});

/** Reads the clipboard of the page, which the browser may refuse or ask for. */
async function readClipboard(): Promise<Held> {
  const [item] = await navigator.clipboard.read();
  const textOf = async (type: string): Promise<string> =>
    item?.types.includes(type) === true ? (await item.getType(type)).text() : '';
  const picture = item?.types.find(type => type.startsWith('image/'));
  return {
    html: await textOf('text/html'),
    plain: await textOf('text/plain'),
    files:
      item && picture !== undefined
        ? [new File([await item.getType(picture)], picture.replace('/', '.'), { type: picture })]
        : [],
  };
}
