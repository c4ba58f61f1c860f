import { converted, convertedHeld, type Reading } from '@hzm/contracts/core/conversion';
import { canonicalIn, FORMER_TIME_ZONE } from '@hzm/contracts/core/form';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  memberOf,
  sameJson,
} from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import type { Form } from '@hzm/contracts/core/value-schemas';
import { valueAt, withValueAt } from '@hzm/services/core/ports/path';
import type { Change, Doc, PositionedChanges } from '@hzm/services/core/ports/read-model';

/** A document as changed so far by a batch; without `doc` it is a tombstone. */
export interface StagedDocument {
  /** Rank in created order within its partition; never changes. */
  readonly seq: number;
  pos: Position;
  doc: Doc | undefined;
  /**
   * The batch entry that changed it last, so that all changes of one event pass the position guard
   * together.
   */
  entry?: symbol;
}

/** The form of the values at a path; `reading` converts values of other forms. */
export interface PathForm {
  readonly form: Form;
  readonly reading?: Reading;
}

/** Forms by path, as stores keep them. */
export type StoredForms = readonly (readonly [path: string, form: Form, reading?: Reading])[];

export const storedForms = (forms: ReadonlyMap<string, PathForm>): StoredForms =>
  Array.from(forms, ([path, { form, reading }]) =>
    reading === undefined ? [path, form] : [path, form, reading],
  );

export const formsOf = (stored: StoredForms = []): Map<string, PathForm> =>
  new Map(stored.map(([path, form, reading]) => [path, { form, ...(reading && { reading }) }]));

/** The member of documents with the values at paths before they were converted. */
const ORIGINALS = 'was';

/** One partition as a batch sees it. */
export interface StagedPartition {
  /** Position at which the whole partition was dropped; permanent. */
  droppedAt: Position | undefined;
  owner: string | undefined;
  /** Forms of the values at these paths. */
  readonly forms: ReadonlyMap<string, PathForm>;
  setForm(path: string, form: PathForm | undefined, position: Position): void;
  document(id: string): StagedDocument | undefined;
  /** Adds a tombstone with position '', last in created order; the caller fills it at once. */
  add(id: string): StagedDocument;
  where(members: { readonly [member: string]: string }): StagedDocument[];
  clear(): void;
  changed?(slot: StagedDocument): void;
}

export type StagedPartitionOf = (change: Change) => StagedPartition;

/**
 * Applies a batch to its partitions. Ignores a change that is not newer than the document, in a
 * dropped partition, a patch or addition to a missing document, or for another owner than the
 * document's or the partition's.
 */
export function applyBatch(
  batch: readonly PositionedChanges[],
  partitionOf: StagedPartitionOf,
): void {
  for (const { position, changes } of batch) {
    const entry = Symbol();
    for (const change of changes) applyChange(partitionOf(change), change, position, entry);
  }
}

/** Brings the values at paths of a document into their forms, at the position that it has. */
export function reformSlot(
  partition: StagedPartition,
  slot: StagedDocument,
  paths: Iterable<string>,
): void {
  let { doc } = slot;
  if (doc === undefined) return;
  for (const path of paths) doc = reformedDoc(doc, path, partition.forms);
  if (doc === slot.doc) return;
  slot.doc = doc;
  partition.changed?.(slot);
}

function applyChange(
  partition: StagedPartition,
  change: Change,
  position: Position,
  entry: symbol,
): void {
  if (partition.droppedAt !== undefined || isOfAnother(partition, change)) return;
  if (change.op === 'claim') {
    partition.owner ??= change.owner?.id;
    return;
  }
  if (change.op === 'form') {
    setForm(partition, change, position);
    return;
  }
  if (change.op === 'drop-where' && change.where === undefined) {
    partition.droppedAt = position;
    partition.clear();
    return;
  }
  const set = (slot: StagedDocument, doc: Doc | undefined): void => {
    if (slot.pos >= position && slot.entry !== entry) return;
    slot.doc = doc;
    slot.pos = position;
    slot.entry = entry;
    partition.changed?.(slot);
  };
  if (change.op === 'drop-where') {
    for (const slot of partition.where(change.where)) if (isOwn(slot, change)) set(slot, undefined);
    return;
  }
  const found = partition.document(change.id);
  if (!isOwn(found, change)) return;
  if (change.op === 'put' || change.op === 'drop')
    set(
      found ?? partition.add(change.id),
      change.op === 'put' ? canonicalDoc(change.doc, partition.forms) : undefined,
    );
  else if (found?.doc !== undefined) set(found, changedDoc(found.doc, change, partition.forms));
}

function setForm(
  partition: StagedPartition,
  { path, form, reading, choices }: Extract<Change, { op: 'form' }>,
  position: Position,
): void {
  const now = partition.forms.get(path);
  if (now?.form !== form || reading)
    partition.setForm(path, form && { form, ...(reading && { reading }) }, position);
  // Ids of options that are new since then are no names of those before.
  else if (form && choices && now?.reading)
    partition.setForm(path, { form, reading: { ...now.reading, choices } }, position);
}

/**
 * Returns the value in its form; a value that has none stays as it is, and so does one whose
 * conversion fails, because a batch that is refused stops the view for everybody.
 */
function formed(value: Json, { form, reading }: PathForm, convert = converted): Json {
  try {
    if (reading === undefined) return canonicalIn(form, value, FORMER_TIME_ZONE) ?? value;
    const read = convert(form, value, reading);
    return read === undefined || sameJson(read, value) ? value : read;
  } catch {
    return value;
  }
}

/** Sets a value in the form of its path, keeping the original of a converted one. */
function withFormed(
  doc: JsonObject,
  path: string,
  value: Json | undefined,
  of: PathForm | undefined,
  convert = converted,
): JsonObject {
  const isFormed = of !== undefined && value !== undefined && value !== null;
  const read = isFormed ? formed(value, of, convert) : value;
  const isConverted = of?.reading !== undefined && read !== value;
  return withOriginal(withValueAt(doc, path, read), path, isConverted ? value : undefined);
}

/** Sets the original of a converted value; undefined removes it. */
function withOriginal(doc: JsonObject, path: string, value: Json | undefined): JsonObject {
  const before = originalsOf(doc);
  if (memberOf(before, path) === value) return doc;
  const { [path]: _, ...others } = before;
  const now = value === undefined ? others : { ...others, [path]: value };
  return withValueAt(doc, ORIGINALS, Object.keys(now).length === 0 ? undefined : now);
}

function originalsOf(doc: JsonObject): JsonObject {
  const originals = memberOf(doc, ORIGINALS);
  return isJsonObject(originals) ? originals : {};
}

/**
 * Brings the value at a path into its form, from what it was before it was ever converted. A form
 * without a reading, as a transfer sets it, leaves values as they are.
 */
function reformedDoc(doc: Doc, path: string, forms: ReadonlyMap<string, PathForm>): Doc {
  const form = forms.get(path);
  const present = valueAt(doc, path);
  const value = memberOf(originalsOf(doc), path) ?? present;
  if (form?.reading === undefined || value === undefined) return doc;
  const convert: typeof converted = (to, original, reading) =>
    convertedHeld(to, original, reading, present);
  return withFormed(doc, path, value, form, convert) as Doc;
}

/** Sets the value at a path that has none. */
const filledDoc = (doc: Doc, path: string, value: Json): Doc =>
  (valueAt(doc, path) ?? null) === null ? (withValueAt(doc, path, value) as Doc) : doc;

/** Goes by the members of the document, because a partition may have many more forms. */
function canonicalDoc(doc: Doc, forms: ReadonlyMap<string, PathForm>): Doc {
  if (forms.size === 0) return doc;
  let canonical: JsonObject = doc;
  for (const [path, value] of pathsOf(doc)) {
    const form = forms.get(path);
    if (form && value !== undefined && value !== null && formed(value, form) !== value)
      canonical = withFormed(canonical, path, value, form);
  }
  return canonical as Doc;
}

/** Yields the values at the paths that a form may have: members, and members of members. */
function* pathsOf(doc: JsonObject): Generator<[path: string, value: Json | undefined]> {
  for (const [name, value] of Object.entries(doc)) {
    yield [name, value];
    if (isJsonObject(value))
      for (const [inner, of] of Object.entries(value)) yield [`${name}.${inner}`, of];
  }
}

const isOfAnother = (partition: StagedPartition, { owner, partition: name }: Change): boolean =>
  name !== undefined && owner !== undefined && (partition.owner ?? owner.id) !== owner.id;

/** Whether the document is missing or belongs to the change's owner. */
function isOwn(slot: StagedDocument | undefined, { owner, partition }: Change): boolean {
  // Documents of a partition belong to its owner.
  if (partition !== undefined || owner === undefined || slot?.doc === undefined) return true;
  return memberOf(slot.doc, owner.member) === owner.id;
}

function changedDoc(
  doc: Doc,
  change: Change & { op: 'patch' | 'add' | 'reform' },
  forms: ReadonlyMap<string, PathForm>,
): Doc {
  if (change.op === 'reform')
    return change.fill === undefined
      ? reformedDoc(doc, change.path, forms)
      : filledDoc(doc, change.path, change.fill);
  let changed: JsonObject = doc;
  if (change.op === 'patch')
    for (const [path, value] of Object.entries(change.set))
      changed = withFormed(changed, path, value, forms.get(path));
  else
    for (const [path, by] of Object.entries(change.by)) {
      const before = valueAt(changed, path);
      changed = withValueAt(changed, path, (typeof before === 'number' ? before : 0) + by);
    }
  return changed as Doc;
}

/** Whether a document has exactly these values as top-level members. */
export const hasMembers = (
  doc: JsonObject,
  members: { readonly [member: string]: string },
): boolean => Object.entries(members).every(([name, value]) => memberOf(doc, name) === value);
