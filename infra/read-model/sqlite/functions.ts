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
 * Defines SQL functions for paths without a column: correct at any size, fast for few rows only.
 */
export function defineFunctions(database: DatabaseSync): void {
  // Several conditions read the same document in turn.
  let text = '{}';
  let last: JsonObject = {};
  const docOf = (doc: string): JsonObject => {
    if (doc !== text) [text, last] = [doc, parsed<JsonObject>(doc)];
    return last;
  };
  /**
   * Defines `name(doc, path)`, or `name(doc, path, kind, column)` if a column may restore the
   * value.
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
