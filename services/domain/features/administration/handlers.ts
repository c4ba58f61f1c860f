import { ordinal } from '@hzm/contracts/core/position';
import * as api from '@hzm/contracts/features/administration/api';
import { askerOf, handle, type Engine } from '@hzm/services/core/engine';
import { makeAccount } from '../accounts/sign-up.ts';
import { usualLimits } from '../pricing/usual-limits.ts';
import { deleteAsked } from '../projects/delete-asked.ts';
import { change, personDoc, planChosen } from './change-user.ts';
import { figures, list, look } from './people.ts';
import { listProjects } from './projects.ts';
import { listedUserOf } from './view.ts';

async function shown(engine: Engine, accountId: string) {
  const doc = await personDoc(engine, accountId);
  return {
    data: { user: listedUserOf(doc) },
    position: engine.projector.position,
    version: ordinal(doc.position),
  };
}

export const handlers = [
  handle(api.listUsers, async (context, { query }) => ({
    data: await list(context.engine, query, askerOf(context)),
  })),
  handle(api.getUser, async ({ engine }, { params: { accountId } }) => look(engine, accountId)),
  handle(api.createUser, async (context, { body }) => {
    const { isAdmin, subscriptionType = 'free', ...limits } = planChosen(body);
    const usual = (await usualLimits(context.engine))(subscriptionType);
    const plan = {
      subscriptionType,
      maxProjects: limits.maxProjects ?? usual.maxProjects,
      maxTables: limits.maxTables ?? usual.maxTables,
      maxStorage: limits.maxStorage ?? usual.maxStorage,
    };
    const { accountId } = await makeAccount(context, {
      name: body.name,
      email: body.email,
      password: body.password,
      plan,
    });
    return isAdmin ? change(context, accountId, { isAdmin }) : shown(context.engine, accountId);
  }),
  handle(api.changeUser, async (context, { params: { accountId }, body }) =>
    change(context, accountId, body),
  ),
  handle(api.listAllProjects, listProjects),
  handle(api.deleteAnyProject, async (context, { params: { projectId }, body }) => ({
    data: {},
    position: await deleteAsked(context, projectId, body?.protectionPassword, () => undefined),
  })),
  handle(api.adminStats, async ({ engine }) => ({ data: await figures(engine) })),
];
