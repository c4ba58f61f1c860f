import { memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import {
  attachmentDocs,
  filePersonDocs,
  filePersonId,
  type AttachmentDoc,
} from '@hzm/projections/features/attachments/attachments';
import type { Engine } from '@hzm/services/core/engine';
import { readOnce } from '@hzm/services/core/read-model/read-once';

/** The name of a file whose uploader is erased. */
const NAMELESS = 'file';
/** Maximum names kept in memory. */
const MAX_KEPT = 10_000;

const idsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter(id => typeof id === 'string') : [];

/** The names of files of rows by their ids; those of erased people are hidden. */
export class FileNames {
  readonly fieldIds: readonly string[];
  readonly #model: Engine['model'];
  readonly #person: ReturnType<typeof readOnce<{ id: string; isErased: boolean }>>;
  readonly #known = new Map<string, string>();

  /** @param fieldIds the fields whose values are files */
  constructor({ model }: Pick<Engine, 'model'>, fieldIds: readonly string[] = []) {
    this.#model = model;
    this.fieldIds = fieldIds;
    this.#person = readOnce({ model }, filePersonDocs);
  }

  /** Returns the name of a file. */
  async nameOf({ projectId, uploaderId, name }: AttachmentDoc): Promise<string> {
    const person = await this.#person(filePersonId(projectId, uploaderId));
    return person?.isErased ? NAMELESS : name;
  }

  #idsIn(rows: readonly JsonObject[]): readonly string[] {
    return rows.flatMap(cells => this.fieldIds.flatMap(id => idsIn(memberOf(cells, id))));
  }

  /** Reads the names of the files of rows; removed files have none. */
  async learn(rows: readonly JsonObject[]): Promise<void> {
    if (this.#known.size > MAX_KEPT) this.#known.clear();
    for (const id of new Set(this.#idsIn(rows))) {
      if (this.#known.has(id)) continue;
      const doc = await this.#model.get(attachmentDocs, id);
      if (doc) this.#known.set(id, await this.nameOf(doc));
    }
  }

  /** Returns the names of the files of rows by id. */
  namesIn(rows: readonly JsonObject[]): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.#idsIn(rows).flatMap(id => {
        const name = this.#known.get(id);
        return name === undefined ? [] : [[id, name] as const];
      }),
    );
  }

  /** Returns the names of the files of a value as one text; null without a value. */
  textOf(value: Json): string | null {
    const names = idsIn(value).map(id => this.#known.get(id) ?? id);
    return names.length === 0 ? null : names.join(', ');
  }
}
