import { ordinal } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/keys/api';
import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { KeyType } from '@hzm/contracts/features/projects/project';
import type { KeyDoc } from '@hzm/projections/features/keys/keys';
import type { StreamCommand } from '@hzm/services/core/commands/command-executor';
import type { Decision } from '@hzm/services/core/commands/decider';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import {
  handle,
  type Caller,
  type Context,
  type Engine,
  type Result,
} from '@hzm/services/core/engine';
import { daysUntil } from '@hzm/services/core/limits/usage-counter';
import { newApiKey } from '@hzm/services/core/security/api-key';
import { formerSubject, reachOf } from '../../access/key-access.ts';
import { projectDoc } from '../../access/project.ts';
import { roleOf } from '../../access/role-of.ts';
import { tablesOf } from '../../access/table.ts';
import { inHours } from '../../in-hours.ts';
import { decided, guarded, type Judge } from '../../past/decided.ts';
import { answered, keysOf } from './answered.ts';
import { checkPowers } from './grants.ts';
import { addKey, changeKey, removeKey, type Keys } from './keys.ts';
import { endFormer, regenerateKey, secrets, type Secrets } from './secrets.ts';
import { formerUses, keyDoc } from './view.ts';

/** A key as it is answered, with its version. */
async function answer(
  context: Context,
  keyId: string,
  seen: Pick<Engine, 'model'> = context.engine,
): Promise<Result<{ apiKey: ApiKey }>> {
  const doc = await keyDoc(seen, keyId);
  const [apiKey] = await answered(context, doc.projectId, [doc]);
  return { data: { apiKey: apiKey! }, version: ordinal(doc.position) };
}

/** Returns the kind of a project's key, as the text of the key names it. */
const kindOf = async (engine: Engine, projectId: string, scope: KeyType) =>
  (await projectDoc(engine, projectId)).parentProjectId === null ? scope : 'test';

/** The key is still the one that the caller saw. */
const ifKey = (context: Context, { id, position }: KeyDoc): Precondition | undefined =>
  context.expected === undefined
    ? undefined
    : {
        position,
        expected: context.expected,
        isAbout: ({ data }) => data['keyId'] === id,
        current: async () => (await answer(context, id)).data.apiKey,
      };

const decidedOn = (
  context: Context,
  projectId: string,
  judge: Judge,
  command: Pick<StreamCommand<Secrets>, 'decide' | 'precondition'>,
) => guarded(context, allowed => keysDecided(context, projectId, { ...command, allowed }), judge);

const keysDecided = (
  context: Context,
  projectId: string,
  command: Pick<StreamCommand<Secrets>, 'decide' | 'precondition' | 'allowed'>,
) => decided(context, projectId, { stream: `project-${projectId}`, decider: secrets, ...command });

/** A decision by the keys of a project alone. */
const byKeys =
  (decide: (s: Keys) => Decision) =>
  ([known]: Secrets): Decision =>
    decide(known);

export const handlers = [
  handle(api.listApiKeys, async (context, { params: { projectId } }) => {
    return {
      data: { keys: await answered(context, projectId, await keysOf(context.engine, projectId)) },
    };
  }),

  handle(api.addApiKey, async (context, { params: { projectId }, body }) => {
    const { engine, request } = context;
    const keyId = (await engine.executor.ids(request))(`project:${projectId}`, 'key');
    const now = engine.now();
    const apiKey = newApiKey(projectId, await kindOf(engine, projectId, body.scope), now);
    const key = { projectId, keyId, ...body, isActive: true, apiKey };
    const { position, seen } = await decidedOn(
      context,
      projectId,
      caller => checkPowers({ engine, caller }, projectId, { ...body, isMain: false }),
      { decide: byKeys(addKey(key, now.toISOString())) },
    );
    return { ...(await answer(context, keyId, seen)), position };
  }),

  handle(api.changeApiKey, async (context, { params: { keyId }, body }) => {
    const { engine } = context;
    const doc = await keyDoc(engine, keyId);
    const { projectId } = doc;
    const owns = async (caller: Caller): Promise<boolean> =>
      mayAs(await roleOf(engine, caller, await projectDoc(engine, projectId)), 'project:own');
    const resumes = await owns(context.caller);
    const judge: Judge = async caller => {
      const now = await keyDoc(engine, keyId);
      const {
        permissions = now.permissions,
        expiresAt = now.expiresAt,
        rateLimit = now.rateLimit,
      } = body;
      const changed = { ...now, permissions, expiresAt, rateLimit };
      await checkPowers({ engine, caller }, projectId, now, changed);
      if (resumes && !(await owns(caller))) throw new Problem('FORBIDDEN');
    };
    const change = changeKey({ projectId, keyId }, body, engine.now().toISOString(), resumes);
    const command = { decide: byKeys(change), precondition: ifKey(context, doc) };
    // Not guarded: switching a key off must not wait for views that fall behind.
    const isOff = Object.keys(body).length === 1 && body.isActive === false;
    if (isOff) await judge(context.caller);
    const { position, seen } = await (isOff
      ? keysDecided(context, projectId, command)
      : decidedOn(context, projectId, judge, command));
    return { ...(await answer(context, keyId, seen)), position };
  }),

  handle(api.regenerateApiKey, async (context, { params: { keyId }, body: { overlapHours } }) => {
    const { engine } = context;
    const doc = await keyDoc(engine, keyId);
    const now = engine.now();
    const kind = await kindOf(engine, doc.projectId, doc.scope);
    const decide = regenerateKey(
      { projectId: doc.projectId, keyId },
      {
        apiKey: newApiKey(doc.projectId, kind, now),
        shown: doc.apiKey,
        formerUntil: overlapHours === 0 ? null : inHours(now, overlapHours),
      },
    );
    const { position, seen } = await decidedOn(
      context,
      doc.projectId,
      async caller => checkPowers({ engine, caller }, doc.projectId, await keyDoc(engine, keyId)),
      { decide, precondition: ifKey(context, doc) },
    );
    await engine.usage.forget([formerSubject(keyId)]);
    return { ...(await answer(context, keyId, seen)), position };
  }),

  handle(api.endFormerApiKey, async (context, { params: { keyId } }) => {
    const { engine } = context;
    const doc = await keyDoc(engine, keyId);
    await checkPowers(context, doc.projectId, doc);
    // Not guarded: an end must not wait for views that fall behind.
    const { position, seen } = await keysDecided(context, doc.projectId, {
      decide: endFormer({ projectId: doc.projectId, keyId }),
      precondition: ifKey(context, doc),
    });
    await engine.usage.forget([formerSubject(keyId)]);
    return { ...(await answer(context, keyId, seen)), position };
  }),

  handle(api.removeApiKey, async (context, { params: { keyId } }) => {
    const { engine } = context;
    const doc = await keyDoc(engine, keyId);
    await checkPowers(context, doc.projectId, doc);
    // Not guarded: a removal must not wait for views that fall behind.
    const { position } = await keysDecided(context, doc.projectId, {
      decide: byKeys(removeKey({ projectId: doc.projectId, keyId })),
      precondition: ifKey(context, doc),
    });
    await engine.usage.forget([keyId, formerSubject(keyId)]);
    return { data: {}, position };
  }),

  handle(api.describeApiKey, async ({ engine }, { params: { keyId } }) => {
    const doc = await keyDoc(engine, keyId);
    const { settings } = await projectDoc(engine, doc.projectId);
    const all = await engine.usage.of([keyId, formerSubject(keyId)]);
    const usage = all.get(keyId)!;
    const counted = new Map(usage.days.map(day => [day.day, day]));
    const reach = (access: Parameters<typeof reachOf>[0]) => reachOf(access, doc, settings);
    return {
      data: {
        days: daysUntil(engine.now()).map(day => ({
          day,
          used: counted.get(day)?.used ?? 0,
          wrong: counted.get(day)?.wrong ?? 0,
        })),
        calls: usage.uses.map(use => ({ ...use })).toReversed(),
        formerCalls: formerUses(doc, all.get(formerSubject(keyId))!, engine.now()).toReversed(),
        schema: { read: reach('key:read'), write: reach('project:write') },
        tables: (await tablesOf(engine, doc.projectId)).map(({ id, name }) => ({
          id,
          name,
          read: reach('rows:read'),
          write: reach('rows:write'),
          delete: reach('rows:delete'),
        })),
      },
    };
  }),
];
