import { memberOf, type Json } from './json.ts';
import { nfc } from './normal.ts';
import { fold } from './turkish.ts';

/** An option as texts and ids are read as it. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Ids of options that were merged into this one. */
  readonly merged?: readonly string[] | undefined;
}

/** Stands for the caller where people are compared. */
export const ME = 'me';

/** Maximum options of a field; a value of several options has at most as many. */
export const MAX_OPTIONS = 200;
const MAX_ID = 40;

/** Ids by the texts that stand for them. */
interface Known {
  /** Keyed by ids themselves, and by ids merged into them. */
  readonly exact: ReadonlyMap<string, string>;
  /** Keyed by folded names, and by ids in any case that are the name of no option. */
  readonly folded: ReadonlyMap<string, string>;
}

const known = new WeakMap<readonly Choice[], Known>();

function idsIn(choices: readonly Choice[]): Known {
  const found = known.get(choices);
  if (found) return found;
  // Later entries replace earlier ones: an id is stronger than one merged into another.
  const exact = new Map([
    ...choices.flatMap(({ id, merged = [] }) => merged.map(other => [other, id] as const)),
    ...choices.map(({ id }) => [id, id] as const),
  ]);
  const folded = new Map([
    ...exact,
    ...choices.map(({ id, name }) => [fold(name.trim()), id] as const),
  ]);
  const ids = { exact, folded };
  known.set(choices, ids);
  return ids;
}

/** Returns the id of the option that a text names by id or name; undefined if none. */
export function choiceIn(choices: readonly Choice[], text: string): string | undefined {
  const { exact, folded } = idsIn(choices);
  return exact.get(text) ?? folded.get(fold(nfc(text.trim())));
}

/** Returns the ids of several options, each once, in option order; undefined if one is unknown. */
export function choicesIn(
  choices: readonly Choice[],
  texts: readonly string[],
): readonly string[] | undefined {
  const ids = new Set<string>();
  for (const text of texts) {
    const id = choiceIn(choices, text);
    if (id === undefined) return undefined;
    ids.add(id);
  }
  return choices.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

/** Returns the name of an option, also of one that was merged; an id that is none is its own name. */
export const nameOfChoice = (choices: readonly Choice[], id: string): string =>
  (choices.find(choice => choice.id === id) ?? choices.find(({ merged }) => merged?.includes(id)))
    ?.name ?? id;

/** Returns a value of options as names: `Done`, `Red, Blue`; other values, also empty lists, as they are. */
export function namedChoices(choices: readonly Choice[], value: Json): Json {
  if (typeof value === 'string') return nameOfChoice(choices, value);
  return Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
    ? value.map(item => nameOfChoice(choices, item)).join(', ')
    : value;
}

/** A name, then a separator or the end; a name in quotes may hold separators. */
const NAME = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;\n]|$)|([^,;\n]*))(?:[,;\n]|$)/gy;

/** Splits a text into names: `Acil, "Boya, vernik"`. */
export function namesIn(text: string): readonly string[] {
  const names: string[] = [];
  for (const [whole, quoted, plain = ''] of text.matchAll(NAME)) {
    if (whole === '') break;
    const name = quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"');
    if (name !== '') names.push(name);
  }
  return names;
}

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Writes names so that `namesIn` reads the same. */
export const joinNames = (names: readonly string[]): string =>
  names.map(name => (/[,;\n]|^"/.test(name) ? quotedName(name) : name)).join(', ');

/** Returns a value of options as a text by which an import finds the same options. */
export function writtenChoices(choices: readonly Choice[], value: Json): Json {
  if (!Array.isArray(value) || !value.every(item => typeof item === 'string'))
    return namedChoices(choices, value);
  const names = value.map(id => nameOfChoice(choices, id));
  if (names.length < 2) return namedChoices(choices, value);
  const text = joinNames(names);
  // A text that is an option's name is read as that option.
  return choiceIn(choices, text) === undefined ? text : names.map(quotedName).join(', ');
}

/** Letters that are not an ASCII letter with an accent. */
const LATIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ł: 'l',
};

/** Returns a readable id made from a name: `in-progress`, `yuksek-oncelik`. */
export const slugOf = (name: string): string =>
  fold(name)
    .replace(/[^\0-\x7f]/gu, letter => memberOf(LATIN, letter) ?? '-')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_ID)
    .replace(/^-+|-+$/g, '') || 'option';

/** Returns an id made from a name that is not among those taken. */
export function newOptionId(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  for (let no = 1; ; no++) {
    const id = no === 1 ? slug : `${slug.slice(0, MAX_ID - 4)}-${no}`.replace(/--+/g, '-');
    if (!taken.has(id)) return id;
  }
}

/** The form of an option's id. */
export const OPTION_ID = /^(?=.{1,40}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
