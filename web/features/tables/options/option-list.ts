import { MAX_OPTIONS } from '@hzm/contracts/core/choices';
import { sameJson } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import {
  optionColors,
  type FieldOption,
  type GivenOption,
  type OptionColor,
} from '@hzm/contracts/features/tables/options';

/*
 * Edits of a field's options. A new option has an id of this form only, until the server makes one
 * of its name.
 */

const NEW = '+';
export const isNew = ({ id }: Pick<FieldOption, 'id'>): boolean => id.startsWith(NEW);

type Options = readonly FieldOption[];

const MAX_NAME = 100;
const key = (name: string): string => fold(name.trim());

/** The colour that is used least, the first of these. */
function nextColor(options: Options): OptionColor {
  const uses = (color: OptionColor): number =>
    options.filter(option => option.color === color).length;
  return optionColors.toSorted((a, b) => uses(a) - uses(b))[0]!;
}

function newId(options: Options): string {
  for (let n = options.length; ; n++)
    if (!options.some(({ id }) => id === `${NEW}${n}`)) return `${NEW}${n}`;
}

/** Splits a pasted text into names, one a line. */
export const namesInLines = (text: string): readonly string[] =>
  text
    .split(/[\r\n\t]+/)
    .map(name => name.trim().slice(0, MAX_NAME))
    .filter(name => name !== '');

/** Adds options of these names at the end; names that are there already are left out. */
export const withNames = (options: Options, names: readonly string[]): FieldOption[] =>
  names.reduce<FieldOption[]>(
    (all, name) =>
      name.trim() === '' ||
      all.length >= MAX_OPTIONS ||
      all.some(other => key(other.name) === key(name))
        ? all
        : [...all, { id: newId(all), name: name.trim(), color: nextColor(all) }],
    [...options],
  );

export const withChange = (
  options: Options,
  id: string,
  change: Partial<Pick<FieldOption, 'name' | 'color'>>,
): FieldOption[] => options.map(option => (option.id === id ? { ...option, ...change } : option));

export const withRetired = (options: Options, id: string, retired: boolean): FieldOption[] =>
  options.map(option => {
    if (option.id !== id) return option;
    const { retired: _, ...rest } = option;
    return retired ? { ...rest, retired } : rest;
  });

export const withMoved = (options: Options, id: string, to: number): FieldOption[] => {
  const option = options.find(one => one.id === id);
  return option === undefined || to < 0 || to >= options.length
    ? [...options]
    : options.filter(one => one.id !== id).toSpliced(to, 0, option);
};

export const withoutOption = (options: Options, id: string): FieldOption[] =>
  options.filter(option => option.id !== id);

/** Values of one option become the other one; it remembers the ids, so that no row is touched. */
export function withMerged(options: Options, id: string, into: string): FieldOption[] {
  const from = options.find(option => option.id === id);
  if (from === undefined || id === into) return [...options];
  const ids = [...(isNew(from) ? [] : [from.id]), ...(from.merged ?? [])];
  return withoutOption(options, id).map(option =>
    option.id === into && ids.length > 0
      ? { ...option, merged: [...(option.merged ?? []), ...ids] }
      : option,
  );
}

/** Keys of `options` in the texts. */
export type OptionProblem = 'nameEmpty' | 'nameTaken';

/** Returns the problems of names by option; of two that are the same the later one has it. */
export function optionProblems(options: Options): ReadonlyMap<string, OptionProblem> {
  const seen = new Set<string>();
  return new Map(
    options.flatMap(({ id, name }): [string, OptionProblem][] => {
      if (name.trim() === '') return [[id, 'nameEmpty']];
      const isTaken = seen.has(key(name));
      seen.add(key(name));
      return isTaken ? [[id, 'nameTaken']] : [];
    }),
  );
}

/** The options as the server takes them. */
export const sentOptions = (options: Options): GivenOption[] =>
  options.map(({ id, ...option }) => ({
    ...option,
    name: option.name.trim(),
    ...(!isNew({ id }) && { id }),
  }));

/**
 * One's own edits of `base` upon what others made of it meanwhile: options that they added stay,
 * and whatever one left alone is theirs.
 */
export function rebased(base: Options, mine: Options, theirs: Options): FieldOption[] {
  const known = (options: Options, id: string): FieldOption | undefined =>
    options.find(option => option.id === id);
  const kept = mine.flatMap(option => {
    const [was, now] = [known(base, option.id), known(theirs, option.id)];
    if (was === undefined) return now ? [] : [option];
    if (now === undefined) return sameJson(was, option) ? [] : [option];
    const merged = [...new Set([...(option.merged ?? []), ...(now.merged ?? [])])];
    const retired = option.retired === was.retired ? now.retired : option.retired;
    return [
      {
        id: option.id,
        name: option.name === was.name ? now.name : option.name,
        color: option.color === was.color ? now.color : option.color,
        ...(retired && { retired }),
        ...(merged.length > 0 && { merged }),
      },
    ];
  });
  const isMine = ({ id }: FieldOption): boolean =>
    known(base, id) !== undefined || kept.some(option => option.id === id);
  return [...kept, ...theirs.filter(option => !isMine(option))];
}
