import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { OptionColor } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { optionsIn, optionWith } from '../../../lib/values/choices.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import type { ColorRule, Colors } from '../model/colors.ts';
import type { Paint, Painted, Painter } from '../model/paint.ts';
import { whereText, type WhereWords } from '../model/where-text.ts';
import { judge } from './judge.ts';

type Values = { readonly [field: string]: Json | undefined };

/** Returns how a rule paints rows, each with its number, by which people know its mark. */
function painterOf(
  rule: ColorRule,
  place: number,
  fields: readonly Field[],
  timeZone: string,
  words: Words & WhereWords,
): (values: Values) => Paint | undefined {
  if ('by' in rule) {
    const field = fields.find(({ id }) => id === rule.by);
    if (!field) return () => undefined;
    const options = optionsIn(field);
    const paints = new Map<string, Paint>(
      options.map(({ id, color, name }) => [id, { color, place, text: `${field.name}: ${name}` }]),
    );
    return values => paints.get(optionWith(options, memberOf(values, field.id))?.id ?? '');
  }
  const isMet = judge(fields, rule.where, timeZone);
  const color: OptionColor = rule.color;
  const paint: Paint = { color, place, text: whereText(fields, rule.where, words) };
  return values => (isMet(values) ? paint : undefined);
}

/** Returns how a row is coloured: by the first rule that applies to it, and to each of its cells. */
export function painter(
  colors: Colors,
  fields: readonly Field[],
  timeZone: string,
  words: Words & WhereWords,
): Painter {
  const rules = colors.map((rule, i) => ({
    cell: rule.cell,
    paint: painterOf(rule, i + 1, fields, timeZone, words),
  }));
  const cells = [...new Set(rules.flatMap(({ cell }) => cell ?? []))];
  const first = (values: Values, wanted: string | undefined): Paint | undefined => {
    for (const { cell, paint } of rules) {
      const found = cell === wanted ? paint(values) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  const known = new WeakMap<Values, Painted>();
  return values => {
    const before = known.get(values);
    if (before) return before;
    const painted: Painted = {
      row: first(values, undefined),
      cells: new Map(
        cells.flatMap(cell => {
          const paint = first(values, cell);
          return paint ? [[cell, paint] as const] : [];
        }),
      ),
    };
    known.set(values, painted);
    return painted;
  };
}
