import { newOptionId } from '@hzm/contracts/core/choices';
import type {
  FieldValidation,
  GivenValidation,
} from '@hzm/contracts/features/tables/field-validation';
import {
  type FieldOption,
  type GivenOption,
  optionColors,
} from '@hzm/contracts/features/tables/options';

/** Gives a new option the first color that the field uses least. */
function colorFor(options: readonly Pick<GivenOption, 'color'>[]): FieldOption['color'] {
  const uses = new Map(optionColors.map(color => [color, 0]));
  for (const { color } of options) if (color) uses.set(color, uses.get(color)! + 1);
  return optionColors.toSorted((a, b) => uses.get(a)! - uses.get(b)!)[0]!;
}

/** Gives new options an id, made from their name, and a color. */
export function optionsOf(given: readonly GivenOption[]): FieldOption[] {
  const ids = new Set(given.flatMap(({ id, merged = [] }) => [...(id ? [id] : []), ...merged]));
  const colors: Pick<GivenOption, 'color'>[] = [...given];
  return given.map(({ id, name, color, retired, merged = [] }) => {
    const own = id ?? newOptionId(name, ids);
    ids.add(own);
    const shown = color ?? colorFor(colors);
    if (color === undefined) colors.push({ color: shown });
    return {
      id: own,
      name,
      color: shown,
      ...(retired && { retired }),
      ...(merged.length > 0 && { merged }),
    };
  });
}

/** Completes the rules that a caller gives. */
export const validationOf = ({ options, ...rules }: GivenValidation): FieldValidation =>
  options === undefined ? rules : { ...rules, options: optionsOf(options) };
