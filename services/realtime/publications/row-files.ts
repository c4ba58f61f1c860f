import { rowImportDocs } from '@hzm/projections/features/row-files/row-files';
import { shownImport } from '@hzm/services/domain/features/row-files/view';
import { ofProject } from './publication.ts';

/** The progress of imports of rows, without the names of files, which are their owner's. */
export const rowImportsOfProject = ofProject(rowImportDocs, 'row-import', doc => shownImport(doc));
