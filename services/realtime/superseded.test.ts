import type { Json } from '@hzm/contracts/core/json';
import { positionOf } from '@hzm/contracts/core/position';
import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSuperseded } from './superseded.ts';

type Doc = Record<string, Json>;
const message = (n: number, ...changes: WireChange[]): Changes => ({
  topic: 't',
  position: positionOf(n),
  at: '',
  changes,
});
const of = (id: string, kind = 'message') => ({ kind, id, version: 1 });
const put = (id: string, doc: Doc, kind?: string): WireChange => ({
  op: 'put',
  ...of(id, kind),
  doc,
});
const patch = (id: string, members: Doc, kind?: string): WireChange => ({
  op: 'patch',
  ...of(id, kind),
  patch: members,
});
const drop = (id: string, kind?: string): WireChange => ({ op: 'drop', ...of(id, kind) });
const replayed = (...changes: WireChange[]): WireChange[] =>
  withoutSuperseded(changes.map((change, n) => message(n, change))).flatMap(one => one.changes);

/** Applies changes as a client does. */
function folded(changes: readonly WireChange[]): Map<string, Doc> {
  const docs = new Map<string, Doc>();
  for (const { op, kind, id, doc, patch: members } of changes) {
    const key = `${kind}/${id}`;
    if (op === 'drop') docs.delete(key);
    else if (doc) docs.set(key, doc);
    else if (docs.has(key)) docs.set(key, { ...docs.get(key), ...members });
  }
  return docs;
}

describe('replay', () => {
  it('contains only the end of a deleted document, and its later return', () => {
    expect(
      replayed(
        put('a', { n: 1 }, 'row'),
        patch('a', { n: 2 }, 'row'),
        drop('a', 'row'),
        put('a', { n: 3 }, 'row'),
      ),
    ).toEqual([drop('a', 'row'), put('a', { n: 3 }, 'row')]);
  });

  it('gives each change of an edited message the current content under its own version', () => {
    expect(
      replayed(
        put('a', { content: 'first', changed: '1' }),
        patch('a', { content: 'second', changed: '2' }),
        patch('a', { content: 'third', changed: '3' }),
      ),
    ).toEqual([
      put('a', { content: 'third', changed: '1' }),
      patch('a', { content: 'third', changed: '2' }),
      patch('a', { content: 'third', changed: '3' }),
    ]);
  });

  it('omits content and reactions of a removed message', () => {
    const removal = patch('a', { content: '', attachments: [], is_removed: true });
    expect(
      replayed(
        put('a', { content: 'secret', attachments: ['f'] }),
        patch('a', { emoji: '🎉', on: true }, 'reaction'),
        removal,
      ),
    ).toEqual([put('a', { content: '', attachments: [] }), removal]);
  });

  it('gives a table its current state, without former fields', () => {
    const now = { name: 'T', fields: ['kept'] };
    expect(
      replayed(put('t', { name: 'T', fields: ['kept', 'gone'] }, 'table'), put('t', now, 'table')),
    ).toEqual([put('t', now, 'table'), put('t', now, 'table')]);
  });

  it('contains each change of an existing row', () => {
    const changes = [
      put('r', { n: 1 }, 'row'),
      patch('r', { n: 2 }, 'row'),
      patch('r', { n: 3 }, 'row'),
    ];
    expect(replayed(...changes)).toEqual(changes);
  });

  it('leads to the same end at the same positions and contains no removed value', () => {
    let n = 0;
    const value = fc.constant(null).map(() => ++n);
    const id = fc.constantFrom('a', 'b');
    const kind = fc.constantFrom('message', 'table', 'row');
    const change = fc.oneof(
      fc
        .tuple(id, fc.record({ x: value, y: value }), kind)
        .map(([one, doc, of]) => put(one, doc, of)),
      fc
        .tuple(id, fc.record({ x: value, y: value }, { requiredKeys: [] }), kind)
        .map(([one, members, of]) => patch(one, members, of)),
      fc.tuple(id, kind).map(([one, of]) => drop(one, of)),
    );
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 12 }), groups => {
        const messages = groups.map((changes, at) => message(at, ...changes));
        const result = withoutSuperseded(messages);
        const all = result.flatMap(({ changes }) => changes);
        const end = folded(messages.flatMap(({ changes }) => changes));
        expect(result.map(({ position }) => position)).toEqual(
          messages.map(({ position }) => position),
        );
        expect(folded(all)).toEqual(end);
        const puts = all.filter(one => one.doc !== undefined);
        expect(puts.filter(one => !end.has(`${one.kind}/${one.id}`))).toEqual([]);
        const settled = puts.filter(one => one.kind !== 'row');
        expect(settled.map(({ doc }) => doc)).toEqual(
          settled.map(one => end.get(`${one.kind}/${one.id}`)),
        );
      }),
    );
  });
});
