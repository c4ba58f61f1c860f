import { joinNames } from '@hzm/contracts/core/choices';
import { fold } from '@hzm/contracts/core/turkish';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { optionNamed, splitNames } from '../../../lib/values/choices.ts';

/** A line of the list under a choice's editor. */
export type Entry =
  | { readonly kind: 'option'; readonly option: FieldOption; readonly isChosen: boolean }
  /** Adds an option of this name. */
  | { readonly kind: 'create'; readonly name: string };

export interface Picker {
  /** Options of the draft, without those that are still being typed. */
  readonly chosen: readonly FieldOption[];
  /** Parts of the draft that name no option. */
  readonly unknown: readonly string[];
  readonly entries: readonly Entry[];
  /** The entry that Enter takes before any arrow key; -1: none. */
  readonly first: number;
}

/** The end of a draft that names no option and so filters the list: what began the editing. */
export function typedIn(options: readonly FieldOption[], draft: string): string {
  const last = splitNames(draft, options).at(-1) ?? '';
  return optionNamed(options, last) === undefined && draft.endsWith(last) ? last : '';
}

/** Options of a draft whose end, `typed`, is still being typed. */
function chosenOf(
  options: readonly FieldOption[],
  draft: string,
  typed: string,
): Pick<Picker, 'chosen' | 'unknown'> {
  const settled = typed === '' ? draft : draft.slice(0, draft.length - typed.length);
  const named = splitNames(settled, options).map(
    name => [name, optionNamed(options, name)] as const,
  );
  const found = new Set(named.map(([, option]) => option));
  return {
    chosen: options.filter(option => found.has(option)),
    unknown: named.flatMap(([name, option]) => (option === undefined ? [name] : [])),
  };
}

export function pickerOf(
  options: readonly FieldOption[],
  draft: string,
  typed: string,
  mayCreate: boolean,
): Picker {
  const { chosen, unknown } = chosenOf(options, draft, typed);
  const wanted = fold(typed.trim());
  const fitting = options
    .filter(option => !option.retired || chosen.includes(option))
    .filter(({ name }) => fold(name).includes(wanted))
    .map((option): Entry => ({ kind: 'option', option, isChosen: chosen.includes(option) }));
  const creates = mayCreate && wanted !== '' && !options.some(({ name }) => fold(name) === wanted);
  const entries: readonly Entry[] = [
    ...fitting,
    ...(creates ? [{ kind: 'create', name: typed.trim() } as const] : []),
  ];
  const exact = entries.findIndex(
    entry => entry.kind === 'option' && fold(entry.option.name) === wanted,
  );
  return {
    chosen,
    unknown,
    entries,
    first: wanted === '' ? -1 : exact >= 0 ? exact : entries.length > 0 ? 0 : -1,
  };
}

/** The draft of these options and names, with what is being typed behind them. */
export function draftWith(
  chosen: readonly FieldOption[],
  typed = '',
  unknown: readonly string[] = [],
): string {
  const names = joinNames([...chosen.map(({ name }) => name), ...unknown]);
  return names === '' || typed === '' ? names + typed : `${names}, ${typed}`;
}

/** Chosen options with one more or one less, in the field's order. */
export const toggled = (
  options: readonly FieldOption[],
  chosen: readonly FieldOption[],
  option: FieldOption,
): readonly FieldOption[] =>
  options.filter(one => (one.id === option.id) !== chosen.some(({ id }) => id === one.id));
