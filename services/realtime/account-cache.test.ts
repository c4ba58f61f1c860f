import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import { drop, dropWhere, patch } from '@hzm/projections/core/changes';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { keyNameDocs, type KeyNameDoc } from '@hzm/projections/features/keys/keys';
import type { Engine } from '@hzm/services/core/engine';
import { expect, it } from 'vitest';
import { AccountCache } from './account-cache.ts';
import { entryOf } from './buffered-event.ts';

const about = { type: 'told', data: { projectId: 'p' } } as unknown as Event;

it('AccountCache returns the current name of a key, even after its project is deleted', async () => {
  const names = new Map<string, KeyNameDoc>([['k', { id: 'k', projectId: 'p', name: 'Depo' }]]);
  const get = async ({ name }: { name: string }, id: string): Promise<unknown> =>
    name === keyNameDocs.name ? names.get(id) : undefined;
  const people = new AccountCache({ model: { get } } as unknown as Engine);
  const told = async (...changes: readonly Change[]): Promise<string> => {
    people.learn(entryOf(about, changes));
    return (await people.actor('k')).name;
  };
  expect(await told()).toBe('Depo');
  names.set('k', { id: 'k', projectId: 'p', name: 'Mobil' });
  expect(await told(drop(accountDocs, 'a'))).toBe('Depo');
  expect(await told(patch(keyNameDocs, { id: 'k', set: { name: 'Mobil' } }))).toBe('Mobil');
  names.delete('k');
  expect(await told(dropWhere(keyNameDocs, { projectId: 'p' }))).not.toBe('Mobil');
});
