import { noCounts, noNotes, type Counts } from '@hzm/contracts/features/portable/portable';
import { rowIn } from './import-row.ts';
import { Notes, type Report } from './notes.ts';
import { countEntries, planProject, type PlannedTable } from './plan-project.ts';
import { ExportFileReader } from './read-export.ts';

/** Maximum projects imported from a file. */
export const MAX_IMPORTED_PROJECTS = 10_000;

/** A project's bytes in the file. */
export interface ProjectRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Scans an export file: what it would add and what would be skipped. Stores only the ranges of its
 * projects.
 */
export class Scan {
  readonly report: Report = { refused: new Notes(noNotes), changed: new Notes(noNotes) };
  readonly ranges: ProjectRange[] = [];
  readonly #reader = new ExportFileReader();
  #found: Counts = noCounts;
  /** Skipped rows by the table's index. */
  #refusedRows = new Map<number, number>();

  /** @throws Problem VALIDATION_ERROR if it is no export */
  async feed(chunk: Uint8Array): Promise<void> {
    for await (const given of this.#reader.feed(chunk)) {
      if (given.kind === 'row') {
        if (
          rowIn(
            given.read(),
            `projects[${given.project}].tables[${given.table}].rows[${given.place}]`,
            this.report,
          ) === undefined
        )
          this.#refusedRows.set(given.table, (this.#refusedRows.get(given.table) ?? 0) + 1);
        continue;
      }
      const refusedRows = this.#refusedRows;
      this.#refusedRows = new Map();
      if (this.ranges.length >= MAX_IMPORTED_PROJECTS) {
        this.report.refused.add(`projects[${given.place}]`, '', 'project-limit');
        continue;
      }
      this.ranges.push({ from: given.from, to: given.to });
      const planned = await planProject(given, this.report);
      if (!planned) continue;
      const { tables } = planned;
      const { endpoints, widgets } = countEntries(planned.entries);
      const sum = (of: (table: PlannedTable) => number): number =>
        tables.reduce((all, table) => all + of(table), 0);
      this.#found = {
        projects: this.#found.projects + 1,
        tables: this.#found.tables + tables.length,
        fields: this.#found.fields + sum(({ fields }) => fields.length),
        rows: this.#found.rows + sum(({ rows, place }) => rows - (refusedRows.get(place) ?? 0)),
        endpoints: this.#found.endpoints + endpoints,
        widgets: this.#found.widgets + widgets,
      };
    }
  }

  /** @throws Problem VALIDATION_ERROR if it is no export, or incomplete */
  end(): Counts {
    this.#reader.end();
    return this.#found;
  }
}
