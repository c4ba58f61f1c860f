import { newId } from '@hzm/contracts/core/ids';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Lane } from '@hzm/services/core/commands/lanes';
import type { Engine } from '@hzm/services/core/engine';
import { expect, it } from 'vitest';
import { withTargets } from './targets.ts';

it('a write takes turns with deletions in each table of which it names a row, also by one id', async () => {
  const [a, b, id] = [newId(), newId(), newId()];
  const field = (targetTableId: string) =>
    ({ id: newId(), type: 'relationship', relationships: [{ targetTableId }] }) as unknown as Field;
  const fields = [field(a), field(b)];
  const taken: Lane[] = [];
  const run = (lanes: readonly Lane[]): void => void taken.push(...lanes);
  await withTargets(
    { executor: { lanes: { run } } } as unknown as Engine,
    { actor: 'a', id: newId(), repeatable: false, digest: '' },
    { id: newId(), fields },
    [{ cells: Object.fromEntries(fields.map(one => [one.id, id])), path: '' }],
    () => Promise.resolve(),
  );
  expect(taken).toEqual([a, b].map(table => ({ group: `target-${table}`, key: id })));
});
