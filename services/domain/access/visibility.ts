import { memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { ProjectRole } from '@hzm/contracts/features/members/role';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { SchemaChange } from '@hzm/contracts/features/transfers/transfer';
import type { Caller } from '@hzm/services/core/engine';
import { isWholeKey, isMainKey, isPermitted } from './key-access.ts';

/**
 * A kind of reader of a project's documents: owners and complete keys see most, strangers and files
 * least. `limited` and `looking` lack the main key or all secrets; `plain` is a complete key,
 * `alone` a key without its e-mail and password, `file` the reader of an export.
 */
export type Sight =
  | 'whole'
  | 'limited'
  | 'looking'
  | 'managing'
  | 'reading'
  | 'plain'
  | 'alone'
  | 'public'
  | 'file';

/** A reader and their role or key. */
interface Reader {
  /** The role in the project; null for a key, for a stranger, and where there is no project. */
  readonly role: ProjectRole | null;
  /** May only read what anybody may. */
  readonly isStranger?: boolean;
  /** The project that is read, where it may be another one than a key's own. */
  readonly projectId?: string;
}

export function sightOf(
  caller: Pick<Caller, 'key' | 'looker'>,
  { role, isStranger = false, projectId }: Reader,
): Sight {
  if (isStranger) return 'public';
  if (caller.key) return sightOfKey(caller.key, projectId);
  const own = role === null ? 'whole' : sightOfRole(role);
  return caller.looker && (own === 'whole' || own === 'managing') ? 'looking' : own;
}

export const sightOfRole = (role: ProjectRole): Sight =>
  mayAs(role, 'project:own') ? 'whole' : mayAs(role, 'people:write') ? 'managing' : 'reading';

function sightOfKey(key: NonNullable<Caller['key']>, projectId = key.projectId): Sight {
  if (!key.complete) return 'alone';
  if (!isWholeKey(key)) return isPermitted('people:read', key) ? 'looking' : 'plain';
  // The main key has no end and no limit of its own, like the one it is shown.
  if (isMainKey(key)) return 'whole';
  // The password of its own project it has shown.
  return projectId === key.projectId ? 'limited' : 'looking';
}

/** A member that not everybody is shown, and what the others see in its place. */
interface Rule {
  /** The sights that are shown it, of all documents or by document. */
  readonly to: readonly Sight[] | ((doc: JsonObject) => readonly Sight[]);
  readonly hidden: Json;
}

export const sights: readonly Sight[] = [
  'whole',
  'limited',
  'looking',
  'managing',
  'reading',
  'plain',
  'alone',
  'public',
  'file',
];
const except = (...others: readonly Sight[]): readonly Sight[] =>
  sights.filter(sight => !others.includes(sight));
const managers: readonly Sight[] = ['whole', 'managing'];
const trusted: readonly Sight[] = [...managers, 'limited'];
const inviting: readonly Sight[] = [...trusted, 'looking'];
/** A complete key has shown its owner's address. */
const owner = { to: except('alone', 'public'), hidden: '' } satisfies Rule;
const address = { to: except('plain', 'alone', 'public'), hidden: '' } satisfies Rule;

/**
 * Whether a reader is shown hidden fields: people of the project are, and complete keys that may
 * change its schema.
 */
export const showsHiddenFields = (sight: Sight): boolean =>
  !['plain', 'alone', 'public'].includes(sight);

/** Whether a reader is shown a field, by its id. */
export type ShowsField = (fieldId: string) => boolean;

/** @param hidden the fields that are hidden, or were when they were removed */
export const fieldsShownTo =
  (sight: Sight, hidden: ReadonlySet<string>): ShowsField =>
  fieldId =>
    showsHiddenFields(sight) || !hidden.has(fieldId);

/** Changes of a table without those of fields that a reader is not shown. */
export const changesShown = (
  changes: readonly SchemaChange[],
  isShown: ShowsField,
): SchemaChange[] => changes.filter(one => !('fieldId' in one) || isShown(one.fieldId));

/**
 * Every document of which some readers see less: who sees it, and who sees which members, by path.
 * Answers, history, sockets, replays, past states and
 * exported files follow it.
 */
const documents: Readonly<
  Record<
    string,
    { readonly to?: readonly Sight[]; readonly members?: Readonly<Record<string, Rule>> }
  >
> = {
  project: {
    members: {
      apiKey: { to: ({ keyType }) => (keyType === 'project' ? managers : ['whole']), hidden: null },
      apiKeyPassword: { to: trusted, hidden: null },
      userName: owner,
      userEmail: owner,
      'owner.name': owner,
      'owner.email': owner,
      // It may hold a secret.
      'settings.webhookUrl': { to: trusted, hidden: '' },
    },
  },
  member: { to: except('plain', 'alone', 'public', 'file') },
  invitation: { to: inviting, members: { email: { to: inviting, hidden: null } } },
  'endpoint-request': {
    members: {
      requester_email: {
        to: ({ requester_kind }) => (requester_kind === 'person' ? address : owner).to,
        hidden: '',
      },
    },
  },
  message: { members: { sender_email: address } },
};

/** Whether documents of a kind are shown at all. */
export const isShown = (kind: string, sight: Sight): boolean =>
  memberOf(documents, kind)?.to?.includes(sight) ?? true;

/** A document, or the members of it that changed, as a reader is shown it. */
export function shownTo<Doc extends object>(sight: Sight, kind: string, doc: Doc): Doc {
  if (kind === 'table') return showsHiddenFields(sight) ? doc : withoutHiddenFields(doc);
  const members = memberOf(documents, kind)?.members;
  if (!members) return doc;
  return Object.entries(members)
    .filter(([, rule]) => !isTold(rule, sight, doc as JsonObject))
    .reduce<JsonObject>(
      (rest, [path, { hidden }]) => without(rest, path.split('.'), hidden),
      doc as JsonObject,
    ) as Doc;
}

const withoutHiddenFields = <Doc extends { readonly fields?: readonly Pick<Field, 'isHidden'>[] }>(
  table: Doc,
): Doc =>
  table.fields ? { ...table, fields: table.fields.filter(({ isHidden }) => !isHidden) } : table;

/** Whether a reader is shown one member of documents of a kind. */
export const showsMember = (sight: Sight, kind: string, member: string): boolean => {
  const rule = memberOf(memberOf(documents, kind)?.members ?? {}, member);
  return !rule || isTold(rule, sight, {});
};

const isTold = ({ to }: Rule, sight: Sight, doc: JsonObject): boolean =>
  (typeof to === 'function' ? to(doc) : to).includes(sight);

function without(
  doc: JsonObject,
  [name = '', ...rest]: readonly string[],
  hidden: Json,
): JsonObject {
  const value = memberOf(doc, name);
  if (value === undefined) return doc;
  if (rest.length === 0) return { ...doc, [name]: hidden };
  // Null and texts have no members to hide.
  if (typeof value !== 'object' || value === null) return doc;
  return { ...doc, [name]: without(value as JsonObject, rest, hidden) };
}
