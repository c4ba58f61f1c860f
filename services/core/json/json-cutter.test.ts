import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenJson, JsonCutter, type Piece, type Plan } from './json-cutter.ts';

/** Cuts a text in chunks of `size` bytes. */
function cut(text: string | Buffer, plan: Plan, size = 7, most = 1_000): Piece[] {
  const [bytes, cutter] = [Buffer.from(text), new JsonCutter(plan, most)];
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes.length; at += size)
    pieces.push(...cutter.feed(bytes.subarray(at, at + size)));
  cutter.end();
  return pieces;
}
const kept = (pieces: readonly Piece[]): unknown[] =>
  pieces.flatMap(({ kind, json }) =>
    kind === 'kept' ? [json && JSON.parse(json.toString())] : [],
  );
/** Enters values above a depth and keeps those at it. */
const below =
  (depth: number): Plan =>
  (path, opens) =>
    opens !== undefined && path.length < depth ? 'enter' : 'keep';
const leaves = (value: unknown, depth: number): unknown[] =>
  depth > 0 && typeof value === 'object' && value !== null
    ? (Array.isArray(value)
        ? value
        : Object.entries(value)
            .filter(([name]) => name !== '')
            .map(([, one]) => one as unknown)
      ).flatMap(one => leaves(one, depth - 1))
    : [value];

describe('JsonCutter', () => {
  it('yields all values in order for any chunking', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(fc.jsonValue({ maxDepth: 4 })),
          fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
        ),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(undefined, 1, '\t'),
        (value, size, depth, space) => {
          expect(
            kept(cut(JSON.stringify(value, null, space), below(depth), size, 1_000_000)),
          ).toEqual(JSON.parse(JSON.stringify(leaves(value, depth))));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("reports each value's path and bytes", () => {
    const text = '{ "a" : [1, {"b\\u0062": "ç"}], "x": {"y": 1} }';
    const pieces = cut(
      text,
      (path, opens) => (path[0] === 'x' ? 'skip' : opens ? 'enter' : 'keep'),
      3,
    );
    expect(
      pieces.map(({ kind, path, from, to }) => [
        kind,
        path.join('.'),
        Buffer.from(text).subarray(from, to).toString(),
      ]),
    ).toEqual([
      ['kept', 'a.0', '1'],
      ['kept', 'a.1.bb', '"ç"'],
      ['left', 'a.1', '{"b\\u0062": "ç"}'],
      ['left', 'a', '[1, {"b\\u0062": "ç"}]'],
      ['left', '', text],
    ]);
  });

  it('drops values above the maximum size and continues after them', () => {
    expect(
      cut(
        `["${'x'.repeat(5_000)}", {"a": ${'['.repeat(3_000)}${']'.repeat(3_000)}}, 1]`,
        below(1),
        64,
        100,
      ).map(({ json }) => json?.toString()),
    ).toEqual([undefined, undefined, '1', undefined]);
    expect(kept(cut(`{"${'n'.repeat(5_000)}": 1, "b": 2}`, below(1)))).toEqual([2]);
  });

  it('accepts a byte order mark', () => {
    expect(
      kept(cut(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('[1]')]), below(1))),
    ).toEqual([1]);
  });

  it.each([
    '',
    ' ',
    '{',
    '[1',
    '[1,]',
    '[,1]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '[1 2]',
    '[1]]',
    '[1],',
    '{"a":1]',
    '{"a":1,"a":2}',
    '{"\\x":1}',
    '[1}',
    '["a',
  ])('%s is broken', text => {
    expect(() => cut(text, below(1))).toThrow(BrokenJson);
  });
});
