import { isGroup, itemsOf } from '@hzm/contracts/core/groups';
import { MAX_CONDITIONS } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Problem, Words } from '../../../lib/values/value-text.ts';
import type { Filter } from '../model/filter.ts';
import type { FieldCondition, Where, WhereItem } from '../model/where.ts';
import { draftOf, readDraft, waysOf, type Draft } from './draft.ts';

export type Join = 'all' | 'any';
/** `filter` is the condition as it was, for as long as nobody changes it. */
export interface ConditionDraft {
  readonly field: string;
  readonly draft: Draft;
  readonly filter?: Filter | undefined;
  readonly problem?: Problem | undefined;
}
export interface GroupDraft {
  readonly join: Join;
  readonly items: readonly (ConditionDraft | GroupDraft)[];
}

export const isGroupDraft = (one: ConditionDraft | GroupDraft): one is GroupDraft => 'items' in one;

/** Returns the draft of a tree. Conditions on times of the row stay as they are. */
export const treeDraft = (tree: Where, fields: readonly Field[], words: Words): GroupDraft => ({
  join: 'all' in tree ? 'all' : 'any',
  items: itemsOf(tree).map(one => {
    if (isGroup(one)) return treeDraft(one, fields, words);
    const field = fields.find(({ id }) => id === one.field);
    return { ...one, draft: field ? draftOf(field, one.filter, words) : emptyDraft };
  }),
});

const emptyDraft: Draft = { how: 'contains', from: '', to: '', chosen: [] };

/** A condition on a field that says nothing yet. */
export const newCondition = (field: Field): ConditionDraft => ({
  field: field.id,
  draft: { ...emptyDraft, how: waysOf(field)[0]! },
});

/** Returns a group with one of its items replaced, or without it. */
export const withItem = (
  group: GroupDraft,
  at: number,
  item: ConditionDraft | GroupDraft | undefined,
): GroupDraft => ({
  ...group,
  items: group.items.flatMap((one, i) => (i !== at ? [one] : item ? [item] : [])),
});

/** Whether conditions are more than the server takes, which counts each comparison by itself. */
export const areTooMany = (conditions: readonly FieldCondition[]): boolean =>
  conditions.reduce(
    (sum, { filter }) => sum + (typeof filter === 'string' ? 1 : Object.keys(filter).length),
    0,
  ) > MAX_CONDITIONS;

/** Reads a draft: the tree, without conditions that say nothing, and the draft with its problems. */
export function readTree(
  draft: GroupDraft,
  fields: readonly Field[],
  words: Words,
): { readonly tree: Where; readonly read: GroupDraft; readonly isRight: boolean } {
  const items: WhereItem[] = [];
  let isRight = true;
  const read = draft.items.map(one => {
    if (isGroupDraft(one)) {
      const inner = readTree(one, fields, words);
      if (itemsOf(inner.tree).length > 0) items.push(inner.tree);
      isRight &&= inner.isRight;
      return inner.read;
    }
    const field = fields.find(({ id }) => id === one.field);
    const result =
      one.filter !== undefined || !field
        ? { filter: one.filter }
        : readDraft(field, one.draft, words);
    if ('problem' in result) {
      isRight = false;
      return { ...one, problem: result.problem };
    }
    if (result.filter !== undefined) items.push({ field: one.field, filter: result.filter });
    return one;
  });
  const tree: Where = draft.join === 'all' ? { all: items } : { any: items };
  return { tree, read: { ...draft, items: read }, isRight };
}
