import { laterOf, START, type Position } from '@hzm/contracts/core/position';
import type { Doc } from '@hzm/services/core/ports/read-model';
import {
  formsOf,
  hasMembers,
  type PathForm,
  storedForms,
  type StagedPartition,
  type StagedDocument,
} from '../batch.ts';
import { countExpired, FORGOTTEN_AT_ONCE, type IsExpired } from '../expiry.ts';
import { documentOf, type DocumentRow } from './document.ts';
import type { Partition } from './partition.ts';
import { RowWriter } from './row-writer.ts';
import { allOf, sql, type Statements } from './statements.ts';
import { idOfStored, storedId, type Stored } from './stored.ts';
import { TextIndexer } from './text-indexer.ts';

interface SqliteStagedDocument extends StagedDocument {
  readonly id: string;
  stored: 'nothing' | 'row' | 'tombstone';
  storedDoc: Doc | undefined;
  dirty: boolean;
}

/**
 * Number of changed documents from which texts are indexed directly: rereading them later would
 * cost more.
 */
const MANY = 200;

/** A partition during one `apply`: collects changes, so that each document is written once. */
export class SqliteStagedPartition implements StagedPartition {
  readonly partition: Partition;
  readonly #statements: Statements;
  readonly #rows: RowWriter;
  readonly #texts: TextIndexer;
  readonly #slots = new Map<string, SqliteStagedDocument>();
  readonly #forms: Map<string, PathForm>;
  #bytes = 0;

  constructor(statements: Statements, partition: Partition) {
    this.#statements = statements;
    this.partition = partition;
    this.#forms = formsOf(partition.state.forms);
    this.#texts = new TextIndexer(statements, partition);
    this.#rows = new RowWriter(statements, partition, this.#texts);
  }

  get droppedAt(): Position | undefined {
    return this.partition.state.droppedAt;
  }

  set droppedAt(position: Position) {
    this.partition.state.droppedAt = position;
  }

  get owner(): string | undefined {
    return this.partition.state.owner;
  }

  set owner(id: string) {
    this.partition.state.owner = id;
  }

  get forms(): ReadonlyMap<string, PathForm> {
    return this.#forms;
  }

  setForm(path: string, form: PathForm | undefined): void {
    if (form === undefined) this.#forms.delete(path);
    else this.#forms.set(path, form);
    this.partition.state.forms = storedForms(this.#forms);
  }

  document(id: string): SqliteStagedDocument | undefined {
    const staged = this.#slots.get(id);
    if (staged) return staged;
    const row = this.#rows.read(id);
    if (!row) return undefined;
    const { seq, pos, doc, bytes } = row;
    this.#bytes += bytes;
    return this.#stage({
      id,
      seq,
      pos,
      doc,
      stored: doc ? 'row' : 'tombstone',
      storedDoc: doc,
      dirty: false,
    });
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(id: string): SqliteStagedDocument {
    return this.#stage({
      id,
      seq: ++this.partition.state.lastSeq,
      pos: '' as Position,
      doc: undefined,
      stored: 'nothing',
      storedDoc: undefined,
      dirty: false,
    });
  }

  changed(slot: StagedDocument): void {
    (slot as SqliteStagedDocument).dirty = true;
  }

  where(members: { readonly [member: string]: string }): SqliteStagedDocument[] {
    this.flush();
    const { layout, state, table } = this.partition;
    if (state.width === 0) return [];
    // These conditions only narrow the search: the id, which the text of a document omits, a
    // declared column, or a text containing the value.
    const likely = Object.entries(members).map(([member, value]) => {
      if (member === 'id') return sql('id = ?', storedId(value));
      const column = layout.columns.find(({ path }) => path === member);
      return column
        ? sql(`${column.name} = ?`, column.stored(value))
        : sql('instr(doc, ?) > 0', JSON.stringify(value));
    });
    const { text, params } = allOf(likely);
    const rows = this.#statements.rows<[Stored, ...DocumentRow]>(
      `SELECT id, ${layout.documentColumns} FROM ${table} WHERE ${text}`,
      ...params,
    );
    return rows
      .filter(([, ...document]) => hasMembers(documentOf(layout, document), members))
      .map(([id]) => this.document(idOfStored(id))!);
  }

  clear(): void {
    this.#release();
    this.partition.clear();
  }

  flush(): void {
    const dirty = this.#slots
      .values()
      .filter(slot => slot.dirty)
      .toArray();
    this.#texts.isDirect = dirty.length >= MANY;
    if (this.#texts.isDirect && this.partition.state.unindexed) this.#texts.settle();
    for (const slot of dirty) this.#write(slot);
    if (this.partition.grown()) this.#texts.indexAll();
    this.#texts.settleMany();
  }

  /** Writes and releases the staged documents; only between two events. */
  settle(): void {
    this.flush();
    this.#release();
  }

  #release(): void {
    this.#slots.clear();
    this.#bytes = 0;
  }

  /** Removes expired documents, oldest first. Must be called after `flush`. */
  forget(isExpired: IsExpired): void {
    const { layout, state, table } = this.partition;
    if (state.width === 0) return;
    const oldest = (limit: number) =>
      this.#statements
        .rows<[number, ...DocumentRow]>(
          `SELECT seq, ${layout.documentColumns} FROM ${table} ORDER BY seq LIMIT ?`,
          limit,
        )
        .map(([seq, ...document]) => ({ seq, doc: documentOf(layout, document) }));
    if (!oldest(1).some(({ doc }) => isExpired(doc))) return;
    const read = oldest(FORGOTTEN_AT_ONCE);
    const count = countExpired(
      read.map(({ doc }) => doc),
      isExpired,
    );
    this.#statements.run(`DELETE FROM ${table} WHERE seq <= ?`, read[count - 1]!.seq);
    state.rows -= count;
    this.#release();
  }

  #stage(slot: SqliteStagedDocument): SqliteStagedDocument {
    this.#slots.set(slot.id, slot);
    return slot;
  }

  #write(slot: SqliteStagedDocument): void {
    const { id, seq, pos, doc, stored, storedDoc } = slot;
    if (doc && storedDoc) this.#rows.update(seq, pos, storedDoc, doc);
    else if (doc) this.#rows.insert(id, seq, pos, doc);
    else this.#rows.insertTombstone(id, seq, pos);
    if (doc && stored === 'tombstone') this.#rows.deleteTombstone(id);
    if (!doc && stored === 'row') this.#rows.remove(seq);
    this.partition.state.last = laterOf(this.partition.state.last ?? START, pos);
    slot.stored = doc ? 'row' : 'tombstone';
    slot.storedDoc = doc;
    slot.dirty = false;
  }
}
