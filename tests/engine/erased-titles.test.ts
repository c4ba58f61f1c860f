import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { threadOpened, threadRenamed } from '@hzm/contracts/features/threads/events';
import { messageDocs, threadDocs } from '@hzm/projections/features/threads/documents';
import { forgetInThreads } from '@hzm/services/domain/features/threads/forget';
import { expect, it } from 'vitest';
import { appendFacts, handOverEngine } from './hand-over-engine.ts';
import { someRequest } from './processes.ts';

it('the title of an erased person is hidden, too, where another one replaces it at that moment', async () => {
  const { engine, close } = await handOverEngine(() => new Date());
  const [projectId, threadId, person, other] = [newId(), newId(), newId(), newId()];
  const append = async (actor: string, fact: DomainEvent): Promise<void> => {
    const { position } = await appendFacts(engine, actor, `thread-${threadId}`, [fact]);
    await engine.projector.waitForPosition(position);
  };
  await append(
    person,
    threadOpened({
      projectId,
      threadId,
      messageId: newId(),
      name: 'Ada geç kaldı',
      category: 'general',
      priority: 'normal',
      tags: [],
      row: null,
      sender: { type: 'user', id: person },
      content: '',
      attachments: [],
      mentions: [],
    }),
  );
  const { executor } = engine;
  let isFirst = true;
  const execute = async (...step: Parameters<typeof executor.execute>) => {
    if (isFirst) {
      isFirst = false;
      await append(
        other,
        threadRenamed({ projectId, threadId, name: 'Teslimat', previously: 'Ada geç kaldı' }),
      );
    }
    return executor.execute(...step);
  };
  await forgetInThreads(
    { ...engine, executor: { execute } as unknown as typeof executor },
    someRequest({ actor: person }),
    person,
  );
  const thread = await engine.model.get(threadDocs, threadId);
  const { docs } = await engine.model.find({ collection: messageDocs, limit: 10 });
  expect(thread?.title).toBe('Teslimat');
  expect(docs.map(({ system }) => system).filter(Boolean)).toEqual([
    { kind: 'title', from: '', to: 'Teslimat' },
  ]);
  expect(JSON.stringify([thread, docs])).not.toContain('Ada');
  await close();
});
