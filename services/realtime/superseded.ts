import { memberOf } from '@hzm/contracts/core/json';
import type { Changes, WireChange } from '@hzm/contracts/core/realtime';

type Members = NonNullable<WireChange['doc']>;

/** The effect of later changes on a document: deleted, or these members. */
interface Later {
  readonly isGone: boolean;
  readonly members: Members;
  readonly isWhole: boolean;
}

/** Members by which clients order a document's changes. */
const counting: ReadonlySet<string> = new Set(['_version', 'changed', 'updated_at', 'edited_at']);
/**
 * Rows keep intermediate values, because watchers of a table may see each change of an existing
 * row.
 */
const ROW = 'row';
/** A toggled reaction, under the id of its message. */
const REACTION = 'reaction';

const keyOf = ({ kind, id }: WireChange): string => `${kind === REACTION ? 'message' : kind}/${id}`;

function overlaid(own: Members, later: Members): Members {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      const replaced = counting.has(name) ? undefined : memberOf(later, name);
      return [name, replaced === undefined ? value : replaced];
    }),
  );
}

/** Removes what a later change deleted or replaced; undefined if nothing remains. */
function withLater(change: WireChange, later: Later | undefined): WireChange | undefined {
  if (!later || change.op === 'drop') return change;
  if (later.isGone) return undefined;
  if (change.kind === ROW) return change;
  if (change.kind === REACTION) return later.members['is_removed'] === true ? undefined : change;
  if (change.doc)
    return { ...change, doc: later.isWhole ? later.members : overlaid(change.doc, later.members) };
  return change.patch ? { ...change, patch: overlaid(change.patch, later.members) } : change;
}

/** Combines a change with the effect of later ones; a drop leaves nothing of earlier changes. */
function laterWith(
  { op, kind, doc, patch }: WireChange,
  later: Later | undefined,
): Later | undefined {
  if (op === 'drop') return { isGone: true, isWhole: true, members: {} };
  if (kind === REACTION) return later;
  if (doc) return { isGone: false, isWhole: true, members: doc };
  return {
    isGone: false,
    isWhole: later?.isWhole === true,
    members: { ...patch, ...later?.members },
  };
}

/**
 * Reduces missed messages for a replay: a document deleted by their end has only its drop, and all
 * but rows have their final content. Positions, versions and request ids stay.
 */
export function withoutSuperseded(messages: readonly Changes[]): Changes[] {
  const known = new Map<string, Later | undefined>();
  const settled = messages.toReversed().map(message => ({
    ...message,
    changes: message.changes
      .toReversed()
      .flatMap(change => {
        const key = keyOf(change);
        const later = known.get(key);
        const left = withLater(change, later);
        if (left) known.set(key, laterWith(left, later));
        return left ?? [];
      })
      .toReversed(),
  }));
  return settled.toReversed();
}
