import type { Language } from '@hzm/contracts/core/language';
import type {
  RefusalCount,
  RefusalReason,
  RowImport,
} from '@hzm/contracts/features/row-files/row-import';
import type { RowImportDoc } from '@hzm/projections/features/row-files/row-files';
import { say } from '@hzm/services/core/say';

export const reasonsIn = (counts: readonly RefusalCount[], language: Language): RefusalReason[] =>
  counts.map(({ key, values, field, count }) => ({
    reason: say(language, { key, values }),
    field,
    count,
  }));

/** An import as its owner sees it. */
export function importOf(doc: RowImportDoc, hasFile: boolean, language: Language): RowImport {
  const { payer: _, reasons, ...shown } = doc;
  return { ...shown, reasons: reasonsIn(reasons, language), hasFile };
}

/** The progress of an import as every reader of the project sees it. */
export const shownImport = ({
  id,
  tableId,
  by,
  state,
  read,
  added,
  refused,
  undone,
}: RowImportDoc) => ({
  id,
  tableId,
  by,
  state,
  read,
  added,
  refused,
  undone,
});
