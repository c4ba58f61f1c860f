import { memberOf } from '@hzm/contracts/core/json';
import type { Changes, WireChange } from '@hzm/contracts/core/realtime';

type Members = NonNullable<WireChange['doc']>;

/** The changes that a later change of the same document leaves of it: nothing, or these members. */
interface Later {
  readonly isGone: boolean;
  readonly members: Members;
  readonly isWhole: boolean;
}

/** Members that count a document's changes: clients order its changes by them. */
const counting: ReadonlySet<string> = new Set(['_version', 'changed', 'updated_at', 'edited_at']);
/**
 * Rows keep the values between: everybody who may watch a table may be told each change of a row
 * that is there.
 */
const ROW = 'row';
/** One toggle of a reaction; it is about the message of its id. */
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

/** The change without what a later one removed or replaced; undefined if nothing of it is left. */
function withLater(change: WireChange, later: Later | undefined): WireChange | undefined {
  if (!later || change.op === 'drop') return change;
  if (later.isGone) return undefined;
  if (change.kind === ROW) return change;
  if (change.kind === REACTION) return later.members['is_removed'] === true ? undefined : change;
  if (change.doc)
    return { ...change, doc: later.isWhole ? later.members : overlaid(change.doc, later.members) };
  return change.patch ? { ...change, patch: overlaid(change.patch, later.members) } : change;
}

/** `later` is not gone, unless the change is a drop: of the others nothing was left. */
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
 * Returns missed messages as they are replayed: a document that is gone by their end is only told
 * to be gone, and everything but rows has the content that it
 * has at their end. Positions, versions and names of requests stay.
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
