import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { positionOf, type Position } from '@hzm/contracts/core/position';
import type { Change, CollectionSpec } from '@hzm/services/core/ports/read-model';
import { SqliteReadModel } from './sqlite-read-model.ts';

export const rows: CollectionSpec = { name: 'rows', projection: 'rows', partitioned: true, indexMembersOf: 'values' };

/** Rows in a file of their own, for tests. */
export class RowsOfTests {
  readonly model: SqliteReadModel;
  readonly #directory: string;
  #position = 0;

  private constructor(directory: string, model: SqliteReadModel) {
    this.#directory = directory;
    this.model = model;
  }

  static async open(indexFrom: number, ...changes: readonly Change[]): Promise<RowsOfTests> {
    const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
    const own = new RowsOfTests(directory, await SqliteReadModel.open(join(directory, 'views.db'), { indexFrom }));
    await own.model.define([rows]);
    await own.write('rows', ...changes);
    return own;
  }

  /** One event's changes. */
  async write(projection: string, ...changes: readonly Change[]): Promise<Position> {
    const now = positionOf(++this.#position);
    await this.model.apply([{ projection, version: 1, checkpoint: now, batch: [{ position: now, changes }] }]);
    return now;
  }

  async close(): Promise<void> {
    await this.model.close();
    rmSync(this.#directory, { recursive: true });
  }
}
