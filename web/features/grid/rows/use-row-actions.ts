import { memberOf } from '@hzm/contracts/core/json';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { rowName } from '../../../lib/values/row-name.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { notifyUndoable } from '../../../ui/notify.tsx';
import { rowsAsText, type CopyForm } from '../model/row-copy.ts';
import type { Values } from '../model/row.ts';
import type { GridSession } from '../sync/session.ts';

interface RowsContext {
  readonly table: Table;
  readonly fields: readonly Field[];
  readonly words: Words;
  readonly session: GridSession;
  readonly say: (text: string) => void;
  readonly show: (rowId: string, focus: boolean) => void;
}

/** The actions on whole rows; each is one step of the undo stack. */
export interface RowActions {
  readonly nameOf: (rowId: string) => string;
  readonly remove: (rowIds: readonly string[]) => void;
  readonly duplicate: (rowIds: readonly string[]) => void;
  readonly copy: (rowIds: readonly string[], form: CopyForm) => void;
}

export function useRowActions({
  table,
  fields,
  words,
  session,
  say,
  show,
}: RowsContext): RowActions {
  const { t } = useTranslation('grid');
  const valuesOf = (rowId: string): Values =>
    Object.fromEntries(fields.map(({ id }) => [id, session.valueAt(rowId, id) ?? null]));
  const nameOf = (rowId: string): string =>
    rowName(fields, valuesOf(rowId), words, 'id') || t('noName');
  const counted = (count: number) => ({ count, formatted: formatNumber(count, words.language) });
  return {
    nameOf,
    remove: rowIds => {
      const [first] = rowIds;
      if (first === undefined) return;
      const row = nameOf(first);
      const isOne = rowIds.length === 1;
      session.remove(rowIds);
      notifyUndoable(
        isOne ? t('rowDeleted', { row }) : t('rows.deleted', counted(rowIds.length)),
        t('undo'),
        () => {
          session.restore(rowIds);
          show(first, false);
          say(isOne ? t('rowBack', { row }) : t('rows.back', counted(rowIds.length)));
        },
      );
    },
    duplicate: rowIds => {
      const copies = rowIds.map(rowId =>
        Object.fromEntries(Object.entries(valuesOf(rowId)).filter(([, value]) => value !== null)),
      );
      const [first] = session.add(copies);
      say(t('said.added', { count: copies.length }));
      if (first !== undefined) show(first, true);
    },
    copy: (rowIds, form) => {
      const named = (values: Values): Values =>
        Object.fromEntries(fields.map(({ id, name }) => [name, memberOf(values, id) ?? null]));
      const rows = rowIds.map(id => ({ id, values: named(valuesOf(id)) }));
      const text = rowsAsText(form, rows, {
        page: `${location.origin}${location.pathname}`,
        origin: location.origin,
        tableId: table.id,
      });
      copyText(text).then(
        () => say(t(`rows.copied.${form}`, counted(rowIds.length))),
        () => say(t('said.notCopied')),
      );
    },
  };
}
