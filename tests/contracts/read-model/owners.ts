import type { Change } from '@hzm/services/core/ports/read-model';
import { expect, test } from 'vitest';
import {
  dropRow,
  dropTable,
  type Make,
  notes,
  patchRow,
  putNote,
  putRow,
  ReadModelHarness,
  rows,
} from './harness.ts';

type Owner = 'one' | 'two';
const by = (id: Owner, ...changes: Change[]): Change[] =>
  changes.map(change => ({ ...change, owner: { member: 'projectId', id } }));
const note = (projectId: Owner, more = {}): Change =>
  putNote({ id: 'n', projectId, email: 'e', ...more });
const patched = (set: { readonly [path: string]: string }): Change => ({
  op: 'patch',
  collection: 'notes',
  id: 'n',
  set,
});
const dropped: Change = { op: 'drop', collection: 'notes', id: 'n' };
const droppedWhere: Change = { op: 'drop-where', collection: 'notes', where: { email: 'e' } };
const claimed = (partition = 't'): Change => ({ op: 'claim', collection: 'rows', partition });

/** The first owner keeps an id; changes that name no owner change what there is. */
export function ownersContract(make: Make): void {
  const noteIn = ({ model }: ReadModelHarness) => model.get(notes, 'n');

  test('a change for another owner leaves a document as it is', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(by('one', note('one')));
    const added: Change = { op: 'add', collection: 'notes', id: 'n', by: { at: 1 } };
    const others = by('two', note('two', { at: 2 }), patched({ email: 'other' }), added, dropped);
    for (const change of others) await desk.write([change]);
    await desk.write(...others.map(change => [change]));
    expect(await noteIn(desk)).toEqual({ id: 'n', projectId: 'one', email: 'e' });
  });

  test('a put for another owner is refused in the batch of the first put, too', async () => {
    const desk = await ReadModelHarness.of(make);
    const later = by('one', patched({ email: 'later' }));
    const write = await desk.write(by('one', note('one')), by('two', note('two')), later);
    expect(await noteIn(desk)).toEqual({ id: 'n', projectId: 'one', email: 'later' });
    await desk.model.apply([write]);
    expect(await noteIn(desk)).toEqual({ id: 'n', projectId: 'one', email: 'later' });
  });

  test('a drop by members drops the documents of its owner alone', async () => {
    const desk = await ReadModelHarness.of(make);
    const another = putNote({ id: 'm', projectId: 'two', email: 'e' });
    await desk.write(by('one', note('one')), by('two', another));
    await desk.write(by('two', droppedWhere));
    expect(await desk.model.get(notes, 'm')).toBeUndefined();
    expect(await noteIn(desk)).toMatchObject({ projectId: 'one' });
    await desk.write([droppedWhere]);
    expect(await noteIn(desk)).toBeUndefined();
  });

  test('a document may be given to another owner by the one who has it', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(by('one', note('one')), by('one', patched({ projectId: 'two' })));
    await desk.write(by('one', dropped));
    await desk.write(by('one', note('one')));
    expect(await noteIn(desk)).toMatchObject({ projectId: 'two' });
    await desk.write(by('two', dropped));
    expect(await noteIn(desk)).toBeUndefined();
  });

  test('a claimed partition takes rows of its owner, and no drop for another', async () => {
    const desk = await ReadModelHarness.of(make);
    const page = { collection: rows, partition: 't', limit: 9, count: true };
    const claims = [by('one', claimed()), by('two', claimed())];
    const first = await desk.write(...claims, by('two', putRow('x', {})));
    await desk.write(by('one', putRow('a', { v: 1 }), putRow('b', {})));
    const others = [putRow('a', { v: 2 }), patchRow('a', { 'values.v': 3 }), dropRow('b')];
    await desk.write(by('two', ...others, putRow('c', {})));
    await desk.write(by('two', dropTable('t')), by('two', putRow('d', {})));
    await desk.model.apply([first]);
    const kept = { docs: [{ id: 'a', values: { v: 1 } }, { id: 'b' }], total: 2 };
    expect(await desk.model.find(page)).toMatchObject(kept);
    await desk.write(by('one', dropTable('t')));
    await desk.write(by('one', putRow('e', {})), by('two', putRow('e', {})));
    await desk.model.apply([first]);
    expect(await desk.model.find(page)).toMatchObject({ docs: [], total: 0 });
  });

  test('the first claim counts, also in the batch that fills and drops the partition', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      by('one', claimed()),
      by('two', dropTable('t')),
      by('one', putRow('a', {})),
      by('two', claimed('u')),
      by('one', claimed('u')),
      by('two', putRow('a', {}, 'u')),
      by('one', dropTable('u')),
    );
    expect(await desk.model.get(rows, 'a', 't')).toBeDefined();
    expect(await desk.model.get(rows, 'a', 'u')).toBeDefined();
  });

  test('a partition that is built anew is claimed anew', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(by('one', claimed(), putRow('a', {})));
    await desk.model.reset('rows');
    await desk.write(by('two', claimed(), putRow('b', {})), by('one', putRow('c', {})));
    expect(await desk.ids()).toEqual(['b']);
  });

  test('a partition that nobody claimed takes every row', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(by('one', putRow('a', {})), by('two', putRow('b', {})), [putRow('c', {})]);
    expect(await desk.ids()).toEqual(['a', 'b', 'c']);
  });
}
