import { compile, matches, type CompiledCondition } from '@hzm/services/core/ports/condition';
import type { Condition } from '@hzm/services/core/ports/read-model';
import { APART, type Key, TEXT, TEXT_END } from '@hzm/services/core/ports/value';
import type { Document } from '../../mongodb/database.ts';
import { keyText, NOTHING } from './key-text.ts';
import { isWhole, startOf } from './stored.ts';

/** Storage location of a path's keys. */
export type KeyLocation =
  | { readonly kind: 'declared'; readonly no: number }
  /** `isComplete` means that every document stores a marker when it has no value there. */
  | { readonly kind: 'cell'; readonly slot: number; readonly isComplete: boolean }
  /** A field of its own that every document has, holding texts of one kind. */
  | {
      readonly kind: 'own';
      readonly field: string;
      readonly kept: (text: string) => string;
    }
  /** No document has a value there. */
  | { readonly kind: 'nothing' };

export const ALWAYS = {};
const NEVER = { _id: { $in: [] } };

export const orderField = (place: Exclude<KeyLocation, { kind: 'nothing' }>): string =>
  place.kind === 'own'
    ? place.field
    : place.kind === 'declared'
      ? `o.${place.no}`
      : `k.${place.slot}`;

/** Matches documents without a value there. */
export const emptyAt = (place: Exclude<KeyLocation, { kind: 'nothing' }>): Document => ({
  [orderField(place)]: hasGaps(place) ? { $in: [NOTHING, null] } : NOTHING,
});

/** Whether some documents without a value there have no marker, which sorts as another key. */
export const hasGaps = (place: KeyLocation): boolean => place.kind === 'cell' && !place.isComplete;

/** Translates a condition to a filter; undefined if its keys are not stored. */
export const filterOf = (condition: Condition, place: KeyLocation): Document | undefined =>
  place.kind === 'own' ? ownFilter(condition, place) : keyFilter(compile(condition), place);

/** Compares texts in a field of their own. */
function ownFilter(
  condition: Condition,
  { field, kept }: KeyLocation & { kind: 'own' },
): Document | undefined {
  if (condition.op === 'contains' || condition.op === 'empty' || condition.op === 'has')
    return undefined;
  const values = condition.op === 'in' ? condition.values : [condition.value];
  const texts = values.filter(value => typeof value === 'string').map(kept);
  if (texts.length < values.length) return undefined;
  return { [field]: condition.op === 'in' ? { $in: texts } : { [`$${condition.op}`]: texts[0]! } };
}

function keyFilter(
  test: CompiledCondition,
  place: Exclude<KeyLocation, { kind: 'own' }>,
): Document | undefined {
  if (place.kind === 'nothing') return matches({}, test) ? ALWAYS : NEVER;
  switch (test.kind) {
    case 'among': {
      const among =
        place.kind === 'declared'
          ? { [`q.${place.no}`]: { $in: test.keys.map(keyText) } }
          : cellAmong(test.keys, place);
      return test.negated ? { $nor: [among] } : among;
    }
    case 'range': {
      const field = orderField(place);
      return {
        $or: test.ranges.map(({ low, lowIn, high, highIn }) => ({
          [field]: {
            [lowIn ? '$gte' : '$gt']: keyText(low),
            [highIn ? '$lte' : '$lt']: keyText(high),
          },
        })),
      };
    }
    case 'has': {
      if (place.kind !== 'cell') return undefined;
      const text = `$t.${place.slot}`;
      const items = {
        $cond: [{ $eq: [{ $type: text }, 'string'] }, { $split: [text, APART] }, []],
      };
      const found = { $setIntersection: [items, { $literal: [...test.needles] }] };
      const some = test.needles.size > 0 ? { $expr: { $ne: [found, []] } } : NEVER;
      return test.negated ? { $nor: [some] } : some;
    }
    case 'contains':
      return place.kind === 'cell'
        ? { $expr: contains(`$t.${place.slot}`, { $literal: test.needle }) }
        : undefined;
  }
}

const isText = (key: Key): key is string =>
  typeof key === 'string' && key >= TEXT && key < TEXT_END;

/** Matches texts by their indexed starts, other keys by their order, which is as exact. */
function cellAmong(keys: readonly Key[], place: KeyLocation & { kind: 'cell' }): Document {
  const { slot } = place;
  // Null and the empty text, which sorts like a text of nothing but combining marks.
  if (keys.every(key => key === null || key === TEXT)) {
    const orders = keys.flatMap(key =>
      key === null && !place.isComplete ? [NOTHING, null] : [keyText(key)],
    );
    return { [orderField(place)]: { $in: orders }, [`t.${slot}`]: { $in: ['', null] } };
  }
  const texts = keys.filter(isText).map(key => key.slice(TEXT.length));
  const others = keys.filter(key => key !== null && !isText(key)).map(keyText);
  const some: Document[] = [];
  const startsOf = (all: readonly string[]): Document => ({
    e: { $in: all.map(text => startOf(slot, text)) },
  });
  const whole = texts.filter(isWhole);
  if (whole.length > 0) some.push(startsOf(whole));
  // One condition for all: MongoDB plans each part of an $or by itself.
  const longer = texts.filter(text => !isWhole(text));
  if (longer.length > 0) some.push({ ...startsOf(longer), [`t.${slot}`]: { $in: longer } });
  if (others.length > 0) some.push({ [orderField(place)]: { $in: others } });
  if (keys.includes(null)) some.push(emptyAt(place));
  return some.length > 1 ? { $or: some } : (some[0] ?? NEVER);
}

/** Matches documents with the folded text in one of these cells. */
export const cellsContain = (needle: string, slots: readonly number[]): Document =>
  slots.length === 0
    ? NEVER
    : { $or: slots.map(slot => ({ $expr: contains(`$t.${slot}`, { $literal: needle }) })) };

/** Matches documents with the folded text in any cell. */
export const someCellContains = (needle: string): Document => ({
  $expr: {
    $anyElementTrue: [
      { $map: { input: { $objectToArray: '$t' }, in: contains('$$this.v', { $literal: needle }) } },
    ],
  },
});

const contains = (text: string | Document, needle: Document): Document => ({
  $gte: [{ $indexOfBytes: [text, needle] }, 0],
});
