import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { deleteAccount } from '@hzm/contracts/features/accounts/api';
import * as api from '@hzm/contracts/features/erasure/api';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { handle, type Context } from '@hzm/services/core/engine';
import { retire } from '../administration/retire.ts';
import { closeAccount } from './close-account.ts';
import { erasePerson } from './erase-person.ts';

/**
 * Erases a person after checking what could refuse it. @throws Problem NOT_FOUND, VALIDATION_ERROR
 * for another name; CONFLICT for the last administrator
 */
async function erase(context: Context, accountId: string, name: string): Promise<Position> {
  const { engine, request } = context;
  const account = await engine.model.get(accountDocs, accountId);
  if (account) {
    if (account.name !== name)
      throw new Problem('VALIDATION_ERROR', {
        details: [{ path: 'name', message: { key: 'person-name-wrong' } }],
      });
    await retire(engine, request, accountId);
  }
  await erasePerson(context, accountId);
  return engine.projector.position;
}

export const handlers = [
  handle(deleteAccount, async (context, { params: { accountId } }) => ({
    data: {},
    position: await closeAccount(context, accountId),
  })),

  handle(api.erasePerson, async (context, { params: { accountId }, body: { name } }) => ({
    data: {},
    position: await erase(context, accountId, name),
  })),
];
