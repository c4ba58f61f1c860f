import type { JsonObject } from '@hzm/contracts/core/json';
import type { DatabaseSync } from '../../sqlite/database.ts';
import { someMemberContains } from '../condition.ts';
import { valueAt } from '../path.ts';
import { equalKey, orderKey, textKey } from '../value.ts';
import { parsed } from './damage.ts';

/** What SQL calls where a path has no column of its own: right at any size, fast only where there is little to look at. */
export function defineFunctions(database: DatabaseSync): void {
  // Several conditions look at the same document, one after the other.
  let text = '{}';
  let last: JsonObject = {};
  const docOf = (doc: string): JsonObject => {
    if (doc !== text) [text, last] = [doc, parsed<JsonObject>(doc)];
    return last;
  };
  const define = (name: string, f: (doc: JsonObject, ...more: string[]) => null | number | string): void =>
    database.function(name, { deterministic: true, varargs: true }, (doc, ...more) => f(docOf(doc as string), ...(more as string[])));
  define('order_key', (doc, path) => orderKey(valueAt(doc, path)));
  define('equal_key', (doc, path) => equalKey(valueAt(doc, path)));
  define('text_key', (doc, path) => textKey(valueAt(doc, path)));
  define('member_contains', (doc, membersOf, needle) => Number(someMemberContains(doc, membersOf, needle)));
}
