import { newId } from '@hzm/contracts/core/ids';
import { START } from '@hzm/contracts/core/position';
import { emailReserved } from '@hzm/contracts/features/accounts/events';
import { memberJoined } from '@hzm/contracts/features/members/events';
import { threadOpened } from '@hzm/contracts/features/threads/events';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { memberDocs } from '@hzm/projections/features/members/members';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { messageDocs, threadDocs } from '@hzm/projections/features/threads/documents';
import { emailStream } from '@hzm/services/core/commands/reservation-key';
import type { Engine } from '@hzm/services/core/engine';
import { ShownDocuments } from '@hzm/services/core/read-model/shown-documents';
import { closeAccount } from '@hzm/services/domain/features/erasure/close-account';
import { Closings } from '@hzm/services/domain/features/erasure/closings';
import { erasePerson } from '@hzm/services/domain/features/erasure/erase-person';
import { describe, expect, it } from 'vitest';
import { appendFacts, handOverEngine, newAccount, newProject } from './hand-over-engine.ts';
import { someRequest } from './processes.ts';

/** A person with a project, who is a member of another project and wrote there. */
async function installation() {
  const made = await handOverEngine(() => new Date());
  const engine: Engine = {
    ...made.engine,
    model: new ShownDocuments(made.engine.model),
    usage: { forget: async () => undefined } as unknown as Engine['usage'],
  };
  const [person, other, own, shared] = [newId(), newId(), newId(), newId()];
  const place = { projectId: shared, threadId: newId(), messageId: newId() };
  const address = emailStream('ada@example.com', engine.vault.pepper);
  await appendFacts(engine, person, address, [emailReserved({ accountId: person })]);
  await appendFacts(engine, person, `account-${person}`, [newAccount(person)]);
  await appendFacts(engine, other, `account-${other}`, [newAccount(other, 'Can')]);
  await appendFacts(engine, person, `portfolio-${person}`, [newProject(person, own)]);
  await appendFacts(engine, other, `portfolio-${other}`, [newProject(other, shared)]);
  const joined = { invitationId: newId(), role: 'manager', invitedBy: other } as const;
  await appendFacts(engine, other, `project-${shared}`, [
    memberJoined({ projectId: shared, userId: person, ...joined }),
  ]);
  const { position } = await appendFacts(engine, person, `thread-${place.threadId}`, [
    threadOpened({
      ...place,
      name: 'Gizli',
      category: 'general',
      priority: 'normal',
      tags: [],
      row: null,
      sender: { type: 'user', id: person },
      content: 'Yazdım',
      attachments: [],
      mentions: [],
    }),
  ]);
  await engine.projector.waitForPosition(position);
  /** Everything that is left of the person, and how often each thing happened. */
  const left = async () => {
    await engine.projector.waitForPosition(await engine.store.head());
    const { docs } = await engine.model.find({ collection: memberDocs, limit: 10 });
    const events = await engine.store.readAll({ after: START, limit: 100 });
    return {
      account: await engine.model.get(accountDocs, person),
      project: await engine.model.get(projectDocs, own),
      isMember: docs.some(({ userId }) => userId === person),
      title: (await engine.model.get(threadDocs, place.threadId))?.title,
      message: (await engine.model.get(messageDocs, place.messageId))?.content,
      // The address of a deleted account is known to nobody; its reservation lapses by itself.
      types: events
        .map(({ type }) => type)
        .filter(type => type !== 'email-released')
        .toSorted(),
    };
  };
  return { engine, person, left, close: made.close };
}

/** An engine whose process dies after this many steps. */
function dyingBehind(engine: Engine, steps: number): Engine {
  let left = steps;
  const { executor } = engine;
  const execute = (...step: Parameters<typeof executor.execute>) =>
    left-- > 0 ? executor.execute(...step) : Promise.reject(new Error('the process died'));
  const load = executor.load.bind(executor);
  return { ...engine, executor: { execute, load } as unknown as typeof executor };
}

describe.each([
  ['the deletion of an account', closeAccount],
  ['the erasure of a person', erasePerson],
])('%s', (_, act) => {
  it('is finished once, whichever step its process died after', async () => {
    const request = someRequest({ actor: newId() });
    const whole = await installation();
    await act({ engine: whole.engine, request }, whole.person);
    const wanted = await whole.left();
    await whole.close();
    expect(wanted).toMatchObject({ account: undefined, project: undefined, isMember: false });
    let died = true;
    for (let steps = 0; died; steps++) {
      const { engine, person, left, close } = await installation();
      const before = await left();
      died = await act({ engine: dyingBehind(engine, steps), request }, person).then(
        () => false,
        (error: Error) => error.message === 'the process died',
      );
      const hasBegun = /erased|account-deleted/.test(String((await left()).types));
      const closings = new Closings(engine);
      await closings.round();
      await closings.round();
      await new Closings(engine).round();
      const after = await left();
      // A person whose deletion has not begun can ask again, and stays.
      const expected = hasBegun ? wanted : { ...before, types: after.types };
      expect({ steps, ...after }).toEqual({ steps, ...expected });
      await close();
    }
  });
});
