import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Comparison, Fingerprint, TouchedParts } from './fingerprint.ts';

const place = { collection: 'rows', partition: 't' };
const of = (docs: readonly { readonly id: string; readonly n?: unknown }[]): Fingerprint => {
  const made = new Fingerprint();
  for (const doc of docs) made.add(place, doc as never);
  return made;
};
const outcome = (
  one: Fingerprint,
  other: Fingerprint,
  touched: readonly number[] | 'all' = [],
): Comparison => {
  const comparison = new Comparison();
  comparison.compare(one, other, touched);
  return comparison;
};

it('Fingerprint ignores the order of documents and of members', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ id: fc.uuid(), n: fc.jsonValue() }), { selector: ({ id }) => id }),
      docs => {
        const other = of(docs.toReversed().map(({ id, n }) => ({ n, id })));
        expect([other.text, other.documents, outcome(of(docs), other).differing]).toEqual([
          of(docs).text,
          docs.length,
          0,
        ]);
      },
    ),
    { numRuns: 50 },
  );
});

it('Fingerprint detects a missing, added, changed or moved document', () => {
  const docs = [
    { id: 'a', n: 1 },
    { id: 'b', n: 2 },
  ];
  const elsewhere = new Fingerprint();
  for (const doc of docs) elsewhere.add({ collection: 'rows', partition: 'u' }, doc);
  for (const other of [
    of(docs.slice(1)),
    of([...docs, { id: 'c' }]),
    of([{ id: 'a', n: '1' }, docs[1]!]),
    of([
      { id: 'a', n: 2 },
      { id: 'b', n: 1 },
    ]),
    elsewhere,
  ]) {
    expect(outcome(of(docs), other).differing).toBeGreaterThan(0);
    expect(other.text).not.toBe(of(docs).text);
  }
});

it('Comparison defers parts that changed meanwhile', () => {
  const touched = new TouchedParts();
  touched.add({ op: 'put', ...place, id: 'a', doc: { id: 'a' } });
  const comparison = outcome(
    of([{ id: 'a', n: 1 }, { id: 'b' }]),
    of([{ id: 'a', n: 2 }, { id: 'b' }]),
    touched.parts,
  );
  expect([comparison.open, comparison.differing]).toEqual([1, 0]);
  comparison.compare(of([{ id: 'a', n: 2 }]), of([{ id: 'a', n: 2 }, { id: 'c' }]), []);
  // A compared part is not compared again.
  expect([comparison.open, comparison.differing]).toEqual([0, 0]);
  touched.add({ op: 'drop-where', collection: 'rows', partition: 't' });
  expect(touched.parts).toBe('all');
  expect(outcome(of([]), of([{ id: 'a' }]), 'all').open).toBe(65_536);
});
