import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { isSecret, partsOf } from './core/marks.ts';
import { NAMES_OF_NOTHING, NAMES_OF_SOMETHING, UNPRINTABLE_NAMES } from './core/names-of-tests.ts';
import { calls } from './registry.ts';

type Shape = z.core.$ZodType;
interface TextMember {
  readonly path: string;
  readonly schema: Shape;
}
const defOf = (schema: Shape) =>
  schema._zod.def as unknown as { readonly type: string; readonly in: Shape };

/** Whether a schema takes text as its input, even if it transforms the text. */
const takesText = (schema: Shape): boolean =>
  defOf(schema).type === 'string' || (defOf(schema).type === 'pipe' && takesText(defOf(schema).in));

/** Returns every text of a schema, nested ones included, with its path; secrets are skipped. */
function textsIn(schema: Shape, path: string): readonly TextMember[] {
  if (isSecret(schema)) return [];
  if (takesText(schema)) return [{ path, schema }];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, member]) =>
      textsIn(member as Shape, `${path}.${name}`),
    );
  return partsOf(schema).flatMap(part => textsIn(part, path));
}

const texts = calls.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    textsIn(schema, `${name}.${part}`),
  ),
);
const isRefused = ({ schema }: TextMember, text: string): boolean =>
  !z.safeParse(schema, text).success;
const pathsThat = (
  members: readonly TextMember[],
  hold: (member: TextMember) => boolean,
): readonly string[] => [...new Set(members.filter(hold).map(({ path }) => path))];

/**
 * Not stored as given: `safeFileName` derives a file's name, and a person's name is retyped to
 * confirm.
 */
const NOT_GIVEN: readonly string[] = [
  'upload-attachment.query.file_name',
  'erase-person.body.name',
  'upload-row-file.query.file_name',
  'upload-cell-file.query.file_name',
];
/** Values for a trial run of an endpoint, a preview, and conditions. */
const NOT_KEPT =
  /^(?:try-custom-endpoint\.body\.sent|(?:query|summarize)-rows\.body|find-(?:cells|place)\.body|preview-widget\.body)\./;
/** Titles of columns in a file, which are named as they stand there. */
const OF_COLUMNS = /-row-(?:file|import)\.body\.columns\.name$/;
/** Parameters are part of URLs and programs: ASCII letters, digits and `_`. */
const IN_ADDRESSES = /\.parameters\.name$/;
const names = texts.filter(
  ({ path }) =>
    /(?:^|[._])(?:name|title|label|tags|features|displayName|applicablePlans)$/i.test(path) &&
    !NOT_GIVEN.includes(path) &&
    !NOT_KEPT.test(path) &&
    !OF_COLUMNS.test(path),
);

describe('names that calls take', () => {
  it('are found by these tests', () => {
    expect(names.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'register.body.name',
        'create-user.body.name',
        'create-project.body.name',
        'change-project.body.name',
        'create-table.body.name',
        'add-field.body.name',
        'add-api-key.body.name',
        'create-plan.body.name',
        'create-campaign.body.name',
        'open-thread.body.title',
        'open-thread.body.tags',
        'add-custom-endpoint.body.name',
        'add-custom-endpoint.body.definition.action.fields.name',
        'add-endpoint-request.body.endpoint_name',
        'add-saved-view.body.name',
        'add-widget.body.name',
      ]),
    );
  });

  it.each([...NAMES_OF_NOTHING, ...UNPRINTABLE_NAMES].filter(text => text.trim() !== ''))(
    'refuse %j',
    text => {
      expect(pathsThat(names, member => !isRefused(member, text))).toEqual([]);
    },
  );

  it.each(NAMES_OF_SOMETHING)('accept %j, trimmed and in NFC', text => {
    const lower = text.normalize('NFC').toLocaleLowerCase('tr');
    const taken = names
      .filter(({ path }) => !IN_ADDRESSES.test(path))
      .map(({ path, schema }) => [
        path,
        String(z.parse(schema, ` ${text.normalize('NFD')} `)).toLocaleLowerCase('tr'),
      ]);
    expect(taken.filter(([, name]) => name !== lower)).toEqual([]);
  });
});

describe('texts that bodies take', () => {
  const kept = texts.filter(
    ({ path }) => path.includes('.body') && !NOT_KEPT.test(path) && !NOT_GIVEN.includes(path),
  );

  it.each(['abcdefghij\0klm', 'abcdefghij\ud800klm', 'abcdefghij\udc00klm'])(
    'refuse %j, which a store would lose',
    text => {
      expect(pathsThat(kept, member => !isRefused(member, text))).toEqual([]);
    },
  );
});
