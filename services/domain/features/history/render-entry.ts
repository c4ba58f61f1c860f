import type { Actor } from '@hzm/contracts/core/actor';
import { namedChoices } from '@hzm/contracts/core/choices';
import {
  isDamaged,
  isEventOf,
  MASTER_ACTOR,
  type DamagedEvent,
  type Event,
} from '@hzm/contracts/core/event';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  memberOf,
  sameJson,
} from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { usesOf } from '@hzm/contracts/features/custom-endpoints/definition';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import { apiKeyRegenerated } from '@hzm/contracts/features/keys/events';
import { memberRemoved } from '@hzm/contracts/features/members/events';
import { projectSettingsChanged } from '@hzm/contracts/features/projects/events';
import { rowsRemoved } from '@hzm/contracts/features/rows/events';
import type { SchemaChange } from '@hzm/contracts/features/transfers/transfer';
import { widgetAdded, widgetChanged } from '@hzm/contracts/features/widgets/events';
import { definitionOf } from '@hzm/contracts/features/widgets/settings';
import { historyTexts } from '@hzm/contracts/registry';
import { MAIN_KEY } from '@hzm/projections/features/keys/keys';
import { fill, numberText } from '@hzm/services/core/say';
import { maskKey } from '../../../core/security/api-key.ts';
import {
  changesShown,
  fieldsShownTo,
  showsMember,
  shownTo,
  type ShowsField,
  type Sight,
} from '../../access/visibility.ts';
import type { HistoryContext } from './history-context.ts';
import { isOfOwnView, withoutView } from './saved-view-entry.ts';
import { withNames, type NamesById } from './target-names.ts';

/** Default number of rows rendered of an event about many. */
export const ROWS_RENDERED = 20;
const MAX_LISTED_ITEMS = 3;
const MAX_VALUE_LENGTH = 40;
const MASK = '********';
/**
 * Members that the history never shows: secrets, ids that mean nothing to a reader, and contents of
 * messages, which have their own rights.
 */
const HIDDEN: ReadonlySet<string> = new Set([
  'projectId',
  'ownerId',
  'passwordHash',
  'secret',
  'former',
  'tokenHash',
  'tokenId',
  'handOverId',
  'fromId',
  'parentProjectId',
  'testEnvironmentId',
  'tableCount',
  'widgetCount',
  'keyIds',
  'rowIds',
  'kept',
  'made',
  'fields',
  'content',
  'attachments',
  'mentions',
  'mapping',
  'payer',
  'digest',
  'reasons',
  'relationship',
  'cause',
  'counter',
  'endsWebhook',
  'isAlone',
]);

/** Members about the file of a field, left out if the reader is not shown the field. */
const OF_FILE: ReadonlySet<string> = new Set(['fileId', 'size', 'kind', 'address', 'picture']);

/**
 * The reader for whom events are rendered. `actorOf` returns what is known of a person or key by
 * id.
 */
export interface HistoryReader {
  readonly language: Language;
  readonly context: HistoryContext;
  readonly actorOf: (id: string) => Actor | undefined;
  readonly sight: Sight;
  /** The names of the rows that the event's values point to, by id. */
  readonly labels?: NamesById;
}

/**
 * @param at time of the event
 * @param rows maximum of an event about many
 */
export function renderEntry(
  reader: HistoryReader,
  event: Event | DamagedEvent,
  at: string,
  rows = ROWS_RENDERED,
): HistoryEntry {
  const text = historyTexts[reader.language];
  const {
    position,
    type,
    meta: { actor = '' },
  } = event;
  const name = nameIn(reader, actor);
  const data = isDamaged(event) || event.erased ? null : shown(reader, event, rows);
  const sentence =
    memberOf(text, isDamaged(event) ? 'damaged' : event.erased ? 'erased' : sentenceOf(event)) ??
    memberOf(text, type) ??
    type;
  return {
    position,
    type,
    at,
    actor: { kind: kindOf(reader, actor), id: actor, name },
    ...(isDamaged(event) && { isDamaged: true as const }),
    // An empty list leaves its colon behind.
    summary: fillSentence(reader.language, sentence, {
      actor: name,
      ...(data && {
        ...partsOf({ text, language: reader.language }, toldBy(reader, data)),
        target: plain(data['target'], { text, language: reader.language }),
        ...peopleIn(reader, event as Event),
        hours: overlapOf(event as Event) ?? '',
      }),
    }).replace(/: $/, ''),
    data: data as HistoryEntry['data'],
  };
}

/** Returns data whose values name the rows that they point to. */
function toldBy({ labels = {} }: HistoryReader, data: JsonObject): JsonObject {
  const { values, before } = data;
  return {
    ...data,
    ...(isJsonObject(values) && { values: withNames(values, labels) }),
    ...(isJsonObject(before) && { before: withNames(before, labels) }),
  };
}

/** Returns the name of an event's sentence: its type, or a more specific variant. */
function sentenceOf(event: Event): string {
  const {
    type,
    data: { isErasure, lifted },
  } = event;
  if (hasLeft(event)) return 'member-left';
  if (isOfOwnView(event)) return `${type}-own`;
  if (isEventOf(rowsRemoved, event) && event.data.cause) return `${type}-along`;
  if (overlapOf(event) !== undefined) return `${type}-overlapping`;
  return isErasure === true
    ? `${type}-for-erasure`
    : typeof lifted === 'string'
      ? `${type}-${lifted}`
      : type;
}

/** The hours for which a regenerated key's former text stays valid; undefined for other events. */
const overlapOf = (event: Event): number | undefined =>
  isEventOf(apiKeyRegenerated, event) && event.data.former
    ? Math.round((Date.parse(event.data.former.until) - Date.parse(event.meta.at)) / 3_600_000)
    : undefined;

/** Whether a removed member removed themselves, that is, left. */
const hasLeft = ({ type, data: { userId }, meta }: Event): boolean =>
  type === memberRemoved.type && userId === meta.actor;

/** Returns the name of an event's actor or subject. */
function nameIn({ language, actorOf }: HistoryReader, id: string): string {
  const text = historyTexts[language];
  if (id === 'system') return text['system']!;
  if (id === MASTER_ACTOR) return text['master']!;
  const { kind, name = '' } = actorOf(id) ?? {};
  if (kind === 'link' || kind === 'anonymous') return text[kind]!;
  if (kind === 'key' && name === MAIN_KEY) return text['main-key']!;
  return name === '' ? text['deleted-user']! : name;
}

const kindOf = ({ actorOf }: HistoryReader, id: string): Actor['kind'] =>
  id === 'system' ? 'system' : id === MASTER_ACTOR ? 'key' : (actorOf(id)?.kind ?? 'person');

const fillSentence = (
  language: HistoryReader['language'],
  text: string,
  values: Readonly<Record<string, string | number>>,
): string => fill(language, text, name => memberOf(values, name) ?? '');

/** Returns the people named by a membership event, for its sentence. */
function peopleIn(
  reader: HistoryReader,
  { data: { userId, invitedBy, ownerId, email, role } }: Event,
): Record<string, string> {
  const text = historyTexts[reader.language];
  const named = (id: Json | undefined): string =>
    typeof id === 'string' ? nameIn(reader, id) : '';
  return {
    member: named(userId),
    inviter: named(invitedBy),
    owner: named(ownerId),
    email: typeof email === 'string' ? email : '',
    role: typeof role === 'string' ? (memberOf(text, `role-${role}`) ?? role) : '',
  };
}

/** Removes data that the reader may not see in the documents of the event. */
export function eventDataFor(
  { sight, language }: Pick<HistoryReader, 'sight' | 'language'>,
  { type, data }: Pick<Event | DamagedEvent, 'type' | 'data'>,
): JsonObject {
  const hidesEmail =
    typeof data['email'] === 'string' && !showsMember(sight, 'invitation', 'email');
  const isOfProject = type === projectSettingsChanged.type && data['settings'] !== undefined;
  return {
    ...data,
    ...(isOfProject && shownTo(sight, 'project', { settings: data['settings'] })),
    ...(hidesEmail && { email: historyTexts[language]['hidden-address']! }),
  };
}

/** Returns the accounts that an event names besides its actor. */
export const accountsIn = ({
  data: { userId, invitedBy, ownerId },
}: Event | DamagedEvent): string[] =>
  [userId, invitedBy, ownerId].filter(id => typeof id === 'string');

/** Returns an event's data; settings of a widget that name a field which is not shown are null. */
function withoutWidget(event: Event, isShown: ShowsField): JsonObject {
  const { settings } =
    isEventOf(widgetAdded, event) || isEventOf(widgetChanged, event)
      ? event.data
      : { settings: null };
  const isHidden = settings && ![...usesOf(definitionOf(settings)).fieldIds].every(isShown);
  return isHidden ? { ...event.data, settings: null } : event.data;
}

const namedCells = (
  cells: JsonObject,
  { names, options }: HistoryReader['context'],
  isShown: ShowsField,
): JsonObject =>
  Object.fromEntries(
    Object.entries(cells)
      .filter(([id]) => isShown(id))
      .map(([id, value]) => {
        const choices = options.get(id);
        const told = choices && value !== undefined ? namedChoices(choices, value) : value;
        return [names.get(id) ?? id, told];
      }),
  );

/** Returns a relationship, and the name of the table that it or the cause of a removal is about. */
const related = (
  { relationship, cause }: JsonObject,
  { names }: HistoryReader['context'],
): JsonObject => {
  const tableId = isJsonObject(relationship)
    ? relationship['targetTableId']
    : isJsonObject(cause)
      ? cause['tableId']
      : undefined;
  return typeof tableId === 'string'
    ? { ...(relationship !== undefined && { relationship }), target: names.get(tableId) ?? '' }
    : {};
};

/**
 * Returns the members that readers are told. @param isHidden whether the event's field is hidden
 */
const toldMembers = (data: JsonObject, isHidden: boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([member]) => !HIDDEN.has(member) && !(isHidden && OF_FILE.has(member)),
    ),
  );

/** Returns an event's visible data: names for ids, no `HIDDEN` members, the first of many rows. */
function shown(
  { context, language, sight }: HistoryReader,
  event: Event,
  most: number,
): JsonObject {
  const { names, hidden, before } = context;
  const isShown = fieldsShownTo(sight, hidden);
  const data = withoutView(event, withoutWidget(event, isShown));
  const named = (cells: Json): JsonObject => namedCells(cells as JsonObject, context, isShown);
  const {
    values,
    before: old,
    rows,
    tableId,
    tables,
    fieldId,
    order,
    apiKey,
    apiKeyPassword,
    ...rest
  } = data;
  const cells = (row: JsonObject) => ({
    ...(row['values'] !== undefined && { values: named(row['values']) }),
    ...(row['before'] !== undefined && { before: named(row['before']) }),
  });
  const replaced = before.get(event.position);
  const shownBefore =
    replaced && data['settings'] !== undefined
      ? shownTo(sight, 'project', { settings: replaced }).settings
      : replaced;
  const isHidden = typeof fieldId === 'string' && !isShown(fieldId);
  const hiddenField = { name: historyTexts[language]['hidden-field']! };
  return {
    ...toldMembers(rest, isHidden),
    ...(tableId !== undefined && { tableId, table: names.get(tableId as string) ?? '' }),
    ...(isHidden && { field: hiddenField }),
    // The name of a file in a hidden field.
    ...(isHidden && data['name'] !== undefined && hiddenField),
    ...(fieldId !== undefined &&
      !isHidden && {
        fieldId,
        field: data['field'] ?? { name: names.get(fieldId as string) ?? '' },
      }),
    ...(!isHidden && related(data, context)),
    ...cells({ values, before: old }),
    ...(Array.isArray(rows) && {
      count: rows.length,
      rows: rows.slice(0, most).map((row: JsonObject) => ({ id: row['id'], ...cells(row) })),
    }),
    ...(Array.isArray(order) && {
      order: (order as string[]).filter(isShown).map(id => names.get(id) ?? ''),
    }),
    ...(Array.isArray(tables) && {
      tables: tables.map(one => receiptOf(one as JsonObject, isShown)),
    }),
    ...(typeof apiKey === 'string' && { apiKey: maskKey(apiKey) }),
    ...(apiKeyPassword !== undefined && { apiKeyPassword: MASK }),
    ...(replaced && { before: isHidden ? hiddenField : shownBefore }),
  };
}

/** A table of a receipt without the changes of fields that the reader is not shown. */
const receiptOf = ({ changes, ...table }: JsonObject, isShown: ShowsField): JsonObject => ({
  ...table,
  ...(changes !== undefined && { changes: changesShown(changes as SchemaChange[], isShown) }),
});

/** Formats values in one language. */
interface Writer {
  readonly text: Readonly<Record<string, string>>;
  readonly language: HistoryReader['language'];
}

const plain = (value: Json | undefined, { language }: Writer): string =>
  typeof value === 'number' ? numberText(language, value) : typeof value === 'string' ? value : '';

/** Returns the values of a sentence's placeholders. */
function partsOf(writer: Writer, data: JsonObject): Record<string, string | number> {
  const {
    values,
    before,
    settings,
    cors,
    field,
    table,
    tables,
    widgets,
    name,
    names,
    count,
    to,
    standing,
    reason,
    version,
  } = data;
  const step = to ?? (standing as JsonObject | undefined)?.['status'];
  const now = (values ??
    settings ??
    cors ??
    field ?? { name: data['name'], description: data['description'] }) as JsonObject;
  const whole = data['isPublic'] === undefined ? now : { ...now, isPublic: data['isPublic'] };
  return {
    table: plain(table, writer),
    name: plain(name, writer),
    step:
      typeof step === 'string'
        ? (memberOf(writer.text, `request-${step}`) ??
          memberOf(writer.text, `thread-${step}`) ??
          step)
        : '',
    reason: brief(reason, writer),
    count: typeof count === 'number' ? count : '',
    version: plain(version, writer),
    field: plain((field as JsonObject | undefined)?.['name'], writer),
    names: list(
      writer,
      'and-more-keys',
      Array.isArray(names) ? names.map(one => plain(one, writer)) : [],
    ),
    values: list(
      writer,
      'and-more',
      Object.entries((values ?? before ?? {}) as JsonObject)
        .filter(([, value]) => value !== null)
        .map(([of, value]) => `${of}: ${brief(value, writer)}`),
    ),
    tables: list(writer, 'and-more-tables', namesIn(tables, writer)),
    widgets: list(writer, 'and-more-widgets', namesIn(widgets, writer)),
    changes: list(
      writer,
      settings === undefined ? 'and-more' : 'and-more-settings',
      differences((before ?? {}) as JsonObject, whole, writer),
    ),
  };
}

/** The names of a receipt's parts. */
const namesIn = (parts: Json | undefined, writer: Writer): string[] =>
  Array.isArray(parts) ? parts.map((one: JsonObject) => plain(one['name'], writer)) : [];

const differences = (before: JsonObject, now: JsonObject, writer: Writer): string[] =>
  Object.entries(now)
    .filter(([of, value]) => value !== undefined && !sameJson(value, memberOf(before, of)))
    .map(([of, value]) => `${of}: ${difference(memberOf(before, of), value, writer)}`);

/** Returns a change of a value; of a list too long to be told, the items added and taken out. */
function difference(before: Json | undefined, now: Json | undefined, writer: Writer): string {
  const sides = [brief(before, writer), brief(now, writer)];
  const change = sides.join(' → ');
  if (!areTexts(before) || !areTexts(now) || !sides.some(side => side.endsWith('…'))) return change;
  const { 'items-added': added = '', 'items-removed': removed = '' } = writer.text;
  const items = [
    [added, without(now, before)],
    [removed, without(before, now)],
  ] as const;
  const told = items
    .filter(([, names]) => names.length > 0)
    .map(([text, names]) => fillSentence(writer.language, text, { items: brief(names, writer) }));
  return told.length > 0 ? told.join(', ') : change;
}

const areTexts = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string');

/** Returns a list without the items of another one, each taken away once. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return list.filter(item => {
    const at = rest.indexOf(item);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}

const list = (
  writer: Writer,
  rest: 'and-more' | 'and-more-settings' | 'and-more-tables' | 'and-more-widgets' | 'and-more-keys',
  items: readonly string[],
): string => {
  const listed = items.slice(0, MAX_LISTED_ITEMS).join(', ');
  return items.length <= MAX_LISTED_ITEMS
    ? listed
    : fillSentence(writer.language, writer.text[rest]!, {
        listed,
        count: items.length - MAX_LISTED_ITEMS,
      });
};

/** Returns the names of the options among rules; undefined if there are none. */
const optionNames = (value: Json): string | undefined => {
  const options = isJsonObject(value) ? value['options'] : undefined;
  return Array.isArray(options) && options.length > 0
    ? options.map((option: { readonly name: string }) => option.name).join(', ')
    : undefined;
};

function brief(value: Json | undefined, writer: Writer): string {
  if (value === undefined || value === null || value === '') return '—';
  const options = optionNames(value);
  if (options !== undefined) return brief(options, writer);
  if (typeof value === 'boolean') return writer.text[value ? 'yes' : 'no']!;
  if (areTexts(value)) return brief(value.join(', '), writer);
  const {
    amount,
    symbol,
    value: measure,
    unit,
  } = value as { amount?: Json; symbol?: Json; value?: Json; unit?: Json };
  const text =
    typeof value === 'string' || typeof value === 'number'
      ? plain(value, writer)
      : typeof amount === 'number' && typeof symbol === 'string'
        ? `${plain(amount, writer)} ${symbol}`
        : typeof measure === 'number' && typeof unit === 'string'
          ? `${plain(measure, writer)} ${unit}`
          : JSON.stringify(value);
  const letters = Array.from(text.slice(0, MAX_VALUE_LENGTH * 2 + 2));
  return letters.length > MAX_VALUE_LENGTH
    ? `${letters.slice(0, MAX_VALUE_LENGTH).join('')}…`
    : text;
}
