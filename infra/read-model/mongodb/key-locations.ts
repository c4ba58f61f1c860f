import { memberOfPath } from '../cells.ts';
import type { KeyLocation } from './filter.ts';
import { MAX_ORDERED_MEMBERS } from './layout.ts';
import type { PartitionView } from './partition-view.ts';
import { storedId } from './stored.ts';

/** Returns the locations of the keys of these paths, without paths whose keys are not stored. */
export async function placesOf(
  view: PartitionView,
  paths: readonly string[],
): Promise<ReadonlyMap<string, KeyLocation>> {
  const { spec, declared, moments } = view.layout;
  const members = new Map(paths.flatMap(path => [[path, memberOfPath(path, spec)] as const]));
  const named = [...members.values()].filter(member => member !== undefined);
  const slots = named.length > 0 ? await view.slotsOf(named) : undefined;

  const places = new Map<string, KeyLocation>();
  for (const [path, member] of members) {
    const no = declared.get(path);
    const slot = member === undefined ? undefined : slots!.get(member);
    const moment = moments.get(path);
    if (no !== undefined) places.set(path, { kind: 'declared', no });
    else if (moment !== undefined)
      places.set(path, { kind: 'own', field: `m.${moment}`, kept: text => text });
    else if (path === 'id' && spec.hasUuids)
      places.set(path, { kind: 'own', field: '_id', kept: id => storedId(view.partition, id) });
    else if (slot !== undefined)
      places.set(path, { kind: 'cell', slot, isComplete: !(await someIsUnmarked(view, slot)) });
    else if (member !== undefined) places.set(path, { kind: 'nothing' });
  }
  return places;
}

/**
 * Whether a document may have no marker for the absence of this member: it is older than the
 * member, or the member is beyond those that are marked.
 */
const someIsUnmarked = async (
  { documents, partition }: PartitionView,
  slot: number,
): Promise<boolean> =>
  slot >= MAX_ORDERED_MEMBERS ||
  (await documents.findOne({ p: partition, w: { $lte: slot } }, { projection: { _id: 1 } })) !==
    null;
