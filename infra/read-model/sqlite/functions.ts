import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { someMemberContains } from '@hzm/services/core/ports/condition';
import { valueAt } from '@hzm/services/core/ports/path';
import { equalKey, orderKey, textKey } from '@hzm/services/core/ports/value';
import { parsed } from '../../sqlite/damage.ts';
import type { DatabaseSync } from '../../sqlite/database.ts';
import { toldValue } from './document.ts';
import type { Kind } from './layout.ts';
import type { Param } from './statements.ts';
import { storedEqualKey, storedKey, type Stored } from './stored.ts';

/**
 * What SQL calls where a path has no column of its own: right at any size, fast only where there is
 * little to look at.
 */
export function defineFunctions(database: DatabaseSync): void {
  // Several conditions look at the same document, one after the other.
  let text = '{}';
  let last: JsonObject = {};
  const docOf = (doc: string): JsonObject => {
    if (doc !== text) [text, last] = [doc, parsed<JsonObject>(doc)];
    return last;
  };
  /**
   * `name(doc, path)`, or with a column that may tell the value: `name(doc, path, kind, column)`.
   */
  const define = (name: string, keyOf: (value: Json | undefined) => Param): void =>
    database.function(name, { deterministic: true, varargs: true }, (doc, path, kind?, told?) =>
      keyOf(
        valueAt(docOf(doc as string), path as string) ??
          (kind === undefined ? undefined : toldValue(kind as Kind, told as Stored | null)),
      ),
    );
  define('order_key', value => storedKey(orderKey(value)));
  define('equal_key', value => storedEqualKey(equalKey(value)));
  define('text_key', textKey);
  database.function('member_contains', { deterministic: true }, (doc, membersOf, needle, only) =>
    Number(
      someMemberContains(
        docOf(doc as string),
        membersOf as string,
        needle as string,
        only === null ? undefined : (JSON.parse(only as string) as string[]),
      ),
    ),
  );
}
