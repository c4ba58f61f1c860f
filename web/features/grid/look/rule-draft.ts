import { conditionsIn, itemsOf } from '@hzm/contracts/core/groups';
import { optionColors, type OptionColor } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Words } from '../../../lib/values/value-text.ts';
import {
  areTooMany,
  newCondition,
  readTree,
  treeDraft,
  type GroupDraft,
} from '../filters/tree-draft.ts';
import type { ColorRule, Colors } from '../model/colors.ts';
import type { FieldCondition } from '../model/where.ts';

/** A colour rule as it is composed in a form. */
export interface RuleDraft {
  /** Names the draft while others come and go. */
  readonly key: number;
  /** The field whose cells are coloured; '' for the row. */
  readonly cell: string;
  /** The field whose options give the colour; '' for conditions. */
  readonly by: string;
  readonly color: OptionColor;
  readonly group: GroupDraft;
  readonly isEmpty?: boolean;
}

const noConditions: GroupDraft = { join: 'all', items: [] };

export const draftOfRule = (
  rule: ColorRule,
  key: number,
  fields: readonly Field[],
  words: Words,
): RuleDraft => ({
  key,
  cell: rule.cell ?? '',
  by: 'by' in rule ? rule.by : '',
  color: 'by' in rule ? optionColors[0] : rule.color,
  group: 'by' in rule ? noConditions : treeDraft(rule.where, fields, words),
});

/** A rule that says nothing yet, in a colour that no other has. */
export function newRule(rules: readonly RuleDraft[], fields: readonly Field[]): RuleDraft {
  const used = new Set(rules.flatMap(({ by, color }) => (by === '' ? [color] : [])));
  // The first colour is the grey of what needs no attention.
  const color = [...optionColors.slice(1), optionColors[0]].find(one => !used.has(one));
  return {
    key: Math.max(0, ...rules.map(({ key }) => key)) + 1,
    cell: '',
    by: '',
    color: color ?? optionColors[1],
    group: { ...noConditions, items: fields[0] ? [newCondition(fields[0])] : [] },
  };
}

/** Returns rules with one moved by some places. */
export function withMoved(
  rules: readonly RuleDraft[],
  at: number,
  by: 1 | -1,
): readonly RuleDraft[] {
  const moved = rules[at];
  const others = rules.filter((_, i) => i !== at);
  return moved ? others.toSpliced(at + by, 0, moved) : rules;
}

/** Reads drafts: the rules if all are right, and the drafts with their problems. */
export function readRules(
  drafts: readonly RuleDraft[],
  fields: readonly Field[],
  words: Words,
): {
  readonly rules: Colors;
  readonly read: readonly RuleDraft[];
  readonly isRight: boolean;
  readonly isOver: boolean;
} {
  const rules: ColorRule[] = [];
  const conditions: FieldCondition[] = [];
  let isRight = true;
  const read = drafts.map(draft => {
    const own = draft.cell === '' ? {} : { cell: draft.cell };
    if (draft.by !== '') {
      rules.push({ by: draft.by, ...own });
      return draft;
    }
    const result = readTree(draft.group, fields, words);
    const isEmpty = result.isRight && itemsOf(result.tree).length === 0;
    if (!result.isRight || isEmpty) isRight = false;
    conditions.push(...conditionsIn<FieldCondition>(result.tree));
    rules.push({ where: result.tree, color: draft.color, ...own });
    return { ...draft, group: result.read, isEmpty };
  });
  return { rules, read, isRight, isOver: areTooMany(conditions) };
}
