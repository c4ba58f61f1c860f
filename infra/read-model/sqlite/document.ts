import { type Json, memberOf } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import { claimant } from '@hzm/services/core/ports/memory';
import type { Doc } from '@hzm/services/core/ports/read-model';
import { parsed } from '../../sqlite/damage.ts';
import { isIdText } from '../../sqlite/id-bytes.ts';
import type { Kind, Layout } from './layout.ts';
import { idOfStored, type Stored, valueOfEqualKey, valueOfPosition } from './stored.ts';

/*
 * The stored text of a document omits members that a column holds exactly: for a history entry,
 * most of the document.
 */

/** The selected columns of a document: `layout.documentColumns`. */
export type DocumentRow = readonly [text: string, ...told: (Stored | null)[]];

/** @throws DamagedFile; Problem if there is no room for it */
export function documentOf({ tellers }: Layout, row: DocumentRow): Doc {
  claimant()?.claimJson(row[0]);
  const doc = parsed<Doc & Record<string, Json>>(row[0]);
  let at = 0;
  for (const [member, { kind }] of tellers) {
    const told = row[++at]!;
    if (told === null || memberOf(doc, member) !== undefined) continue;
    const value = toldValue(kind, told);
    if (value !== undefined) doc[member] = value;
  }
  return doc;
}

export function textOf({ tellers }: Layout, doc: Doc): string {
  if (tellers.size === 0) return JSON.stringify(doc);
  let members = '';
  for (const member of Object.keys(doc)) {
    const value = memberOf(doc, member);
    const teller = tellers.get(member);
    if (value === undefined || (teller && tells(teller.kind, value))) continue;
    members += `${members === '' ? '' : ','}${nameOf(member)}:${JSON.stringify(value)}`;
  }
  return `{${members}}`;
}

const names = new Map<string, string>();

/**
 * Returns a member's name as JSON, cached: documents with tellers have few names, all defined in
 * code.
 */
function nameOf(member: string): string {
  const known = names.get(member) ?? JSON.stringify(member);
  names.set(member, known);
  return known;
}

/** Whether a column restores exactly this value. */
const tells = (kind: Kind, value: Json | undefined): boolean =>
  typeof value === 'string'
    ? kind !== 'key' || isIdText(value) || fold(value) === value
    : kind === 'key' && Number.isFinite(value);

/** Returns the value that a column restores; undefined for none. */
export function toldValue(kind: Kind, stored: Stored | null): Json | undefined {
  if (stored === null) return undefined;
  return kind === 'id'
    ? idOfStored(stored)
    : kind === 'key'
      ? valueOfEqualKey(stored)
      : valueOfPosition(stored);
}
