import { isJsonObject, type JsonObject } from '@hzm/contracts/core/json';
import { valueAt } from '@hzm/services/core/ports/path';
import type { CollectionSpec } from '@hzm/services/core/ports/read-model';
import { type Key, orderKey, textKey } from '@hzm/services/core/ports/value';

/** A non-empty member of the object at `indexMembersOf`. */
export interface Cell {
  readonly member: string;
  readonly order: Key;
  readonly text: string;
}

export function cellsOf(doc: JsonObject, { indexMembersOf }: CollectionSpec): Cell[] {
  const members = indexMembersOf === undefined ? undefined : valueAt(doc, indexMembersOf);
  if (!isJsonObject(members)) return [];
  return Object.entries(members).flatMap(([member, value]) => {
    const text = textKey(value);
    return text === null ? [] : [{ member, order: orderKey(value), text }];
  });
}

/** Returns the member that a path names; undefined if it leads elsewhere. */
export function memberOfPath(path: string, { indexMembersOf }: CollectionSpec): string | undefined {
  if (indexMembersOf === undefined || !path.startsWith(`${indexMembersOf}.`)) return undefined;
  const member = path.slice(indexMembersOf.length + 1);
  return member.includes('.') ? undefined : member;
}
