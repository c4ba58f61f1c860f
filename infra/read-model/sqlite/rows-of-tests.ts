import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { positionOf, type Position } from '@hzm/contracts/core/position';
import type { Change, CollectionSpec } from '@hzm/services/core/ports/read-model';
import { SqliteReadModel } from './sqlite-read-model.ts';

export const rows: CollectionSpec = {
  name: 'rows',
  projection: 'rows',
  partitioned: true,
  indexMembersOf: 'values',
};

/** Rows in a temporary file, for tests. */
export class RowsOfTests {
  readonly file: string;
  readonly #directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  readonly #indexFrom: number;
  #model!: SqliteReadModel;
  #position = 0;

  private constructor(indexFrom: number) {
    this.file = join(this.#directory, 'views.db');
    this.#indexFrom = indexFrom;
  }

  static async open(indexFrom: number, ...changes: readonly Change[]): Promise<RowsOfTests> {
    const own = new RowsOfTests(indexFrom);
    await own.#open();
    await own.write('rows', ...changes);
    return own;
  }

  get model(): SqliteReadModel {
    return this.#model;
  }

  /** @param meanwhile changes the file while it is closed */
  async reopen(meanwhile: () => void = () => undefined): Promise<void> {
    await this.#model.close();
    meanwhile();
    await this.#open();
  }

  /** Applies one event's changes. */
  async write(projection: string, ...changes: readonly Change[]): Promise<Position> {
    const now = positionOf(++this.#position);
    await this.model.apply([
      { projection, version: 1, checkpoint: now, batch: [{ position: now, changes }] },
    ]);
    return now;
  }

  async close(): Promise<void> {
    await this.model.close();
    rmSync(this.#directory, { recursive: true });
  }

  async #open(): Promise<void> {
    this.#model = await SqliteReadModel.open(this.file, { indexFrom: this.#indexFrom });
    await this.#model.define([rows]);
  }
}
