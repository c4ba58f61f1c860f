import { readdirSync, rmSync } from 'node:fs';
import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { apiKeyAdded, apiKeyRemoved } from '@hzm/contracts/features/keys/events';
import { rowAdded, rowRemoved } from '@hzm/contracts/features/rows/events';
import {
  fieldAdded,
  tableCreated,
  tableDeleted,
  tableRenamed,
} from '@hzm/contracts/features/tables/events';
import { messageRemoved, threadOpened } from '@hzm/contracts/features/threads/events';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { MongoKeyVault } from '@hzm/infra/key-vault/mongodb/mongo-key-vault';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { formerId } from '@hzm/services/core/commands/derived-id';
import { Codec } from '@hzm/services/core/events/codec';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

type Person = Awaited<ReturnType<Installation['register']>>;
type Fact = readonly [stream: string, fact: DomainEvent];
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;

/**
 * The ids that versions before 0.3.0 gave a manager in the owner's project and, days after the
 * manager was removed, in a project of their own.
 */
const asked = { actor: newId(), id: 'set-up 1' };
const [tableId, fieldId] = [formerId(asked, 'table'), formerId(asked, 'field')];
const keyId = formerId(asked, 'key');
const [threadId, messageId] = [formerId(asked, 'thread'), formerId(asked, 'message')];
const [rowId, otherRow] = [newId(), newId()];
const field = fieldShape();
const terms = {
  permissions: ['read' as const],
  scope: 'project' as const,
  expiresAt: null,
  rateLimit: 1000,
  isActive: true,
};

/** The facts by which a project makes its things under these ids. */
const made = ({ id, projectId }: Person, word: string): readonly Fact[] => {
  const of = { projectId, tableId };
  return [
    [`schema-${projectId}`, tableCreated({ ...of, name: word })],
    [`schema-${projectId}`, fieldAdded({ ...of, fieldId, field })],
    [
      `project-${projectId}`,
      apiKeyAdded({
        projectId,
        keyId,
        name: word,
        ...terms,
        apiKey: `hzm_${word}_${newId()}`,
      }),
    ],
    [
      `thread-${projectId}`,
      threadOpened({
        projectId,
        threadId,
        messageId,
        name: word,
        category: 'general',
        priority: 'normal',
        tags: [],
        row: null,
        sender: { type: 'user', id },
        content: word,
        attachments: [],
        mentions: [],
      }),
    ],
  ];
};

const rowOf = ({ projectId }: Person, id: string, value: string): Fact => [
  `row-${tableId}-${id}`,
  rowAdded({ projectId, tableId, rowId: id, values: { [fieldId]: value } }),
];

describe.each(readModels)('one id under two owners, with the views in %s', (name, engine) => {
  describe("is the first owner's", needs({ name, missing: engine?.missing }), () => {
    let home: Installation;
    let [owner, other] = [] as unknown as [Person, Person];

    /** Facts as an earlier version left them in the log, while nobody runs. */
    async function written(facts: readonly Fact[]): Promise<void> {
      await home.stop();
      const store = await SqliteEventStore.open(home.file('events.db'));
      const vault =
        home.readModel === undefined
          ? new SqliteKeyVault(home.file('vault.db'), home.secret)
          : await MongoKeyVault.open(home.readModel, home.secret);
      const codec = new Codec(vault, events, upcasters);
      for (const [stream, fact] of facts) {
        const last = (await store.readStream(stream)).at(-1)?.revision ?? -1;
        const meta = { at: new Date().toISOString(), actor: asked.actor, request: newId() };
        await store.append(stream, last, await codec.encode([fact], meta, newId));
      }
      await store.close();
      await vault.close();
      await home.start();
    }
    async function done(method: string, path: string, body?: unknown, by = owner): Promise<Any> {
      const answer = await home.ask(method, path, body, by.session);
      expect([path, answer.status < 300 ? 'done' : answer.body]).toEqual([path, 'done']);
      return answer.body.data;
    }
    /** The owner's things, as they are told now and as the past tells them. */
    async function seen(): Promise<Any> {
      const now = await home.ask('GET', `/data/table/${tableId}`, undefined, owner.session);
      const then = now.headers.get('x-position');
      const { keys } = await done('GET', `/api-keys/project/${owner.projectId}`);
      const { threads } = await done('GET', `/threads?project_id=${owner.projectId}`);
      const { messages } = await done('GET', `/threads/${threadId}`);
      return {
        tables: (await done('GET', `/tables/project/${owner.projectId}`)).tables,
        rows: now.body.data.rows,
        past: (await done('GET', `/data/table/${tableId}?asOf=${then}`)).rows,
        keys: keys.map((key: Any) => [key.id, key.name]),
        threads: threads.map((thread: Any) => thread.title),
        messages: messages.map((message: Any) => message.content),
        usage: await done('GET', `/projects/${owner.projectId}/usage`),
      };
    }
    const tablesOfOther = async (): Promise<Any> =>
      (await done('GET', `/tables/project/${other.projectId}`, undefined, other)).tables;
    /** Starts without the views, which are then built from the log. */
    async function startAnew(): Promise<void> {
      await home.stop();
      const files = readdirSync(home.directory).filter(file => file.startsWith('views.db'));
      for (const file of files) rmSync(home.file(file));
      await home.dropViews();
      await home.start();
    }

    beforeEach(async () => {
      home = new Installation(engine !== undefined);
      await home.start();
      [owner, other] = [await home.register('Sahip'), await home.register('Yonetmen')];
      const rows = [rowOf(other, otherRow, 'Alınan'), rowOf(owner, rowId, 'Ayşe')];
      await written([...made(owner, 'Kurban'), ...made(other, 'Alan'), ...rows]);
    });
    afterEach(() => home.forget());

    it('and stays so whatever the other one wrote or writes', async () => {
      const before = await seen();
      expect(before).toMatchObject({
        tables: [{ id: tableId, name: 'Kurban' }],
        rows: [{ id: rowId, ad: 'Ayşe' }],
        threads: ['Kurban'],
        messages: ['Kurban'],
      });
      expect(before.keys).toContainEqual([keyId, 'Kurban']);
      expect(before.past).toEqual(before.rows);
      const table = `/tables/${other.projectId}/${tableId}`;
      for (const path of [table, `/data/table/${tableId}`, `/threads/${threadId}`]) {
        const { status } = await home.ask('GET', path, undefined, other.session);
        expect([path, status]).toEqual([path, 404]);
      }
      expect(await tablesOfOther()).toEqual([]);

      const { projectId } = other;
      await written([
        [`schema-${projectId}`, tableRenamed({ projectId, tableId, name: 'Benim' })],
        [`row-${tableId}-${rowId}`, rowRemoved({ projectId, tableId, rowId, before: {} })],
        [`project-${projectId}`, apiKeyRemoved({ projectId, keyId, name: 'Alan' })],
        [`message-${messageId}`, messageRemoved({ projectId, threadId, name: 'Alan', messageId })],
        [`schema-${projectId}`, tableDeleted({ projectId, tableId })],
      ]);
      expect(await seen()).toEqual(before);
    });

    it('and stays so when the other project is deleted and the views are built anew', async () => {
      const before = await seen();
      await done('DELETE', `/projects/${other.projectId}`, {}, other);
      const confirm = 'Varsayılan Proje';
      await done('DELETE', `/bin/projects/${other.projectId}`, { confirm }, other);
      expect(await seen()).toEqual(before);
      const { row } = await done('POST', `/data/table/${tableId}/rows`, { ad: 'Can' });
      const after = await seen();
      const added = expect.objectContaining({ id: row.id, ad: 'Can' }) as unknown;
      expect(after.rows).toEqual([...before.rows, added]);
      await startAnew();
      await expect.poll(seen, { timeout: 20_000 }).toEqual(after);
    });

    it('and its deletion leaves the other project as it is', async () => {
      await done('POST', `/tables/project/${other.projectId}`, { name: 'Başka' }, other);
      const before = await tablesOfOther();
      await done('DELETE', `/projects/${owner.projectId}`);
      const confirm = 'Varsayılan Proje';
      await done('DELETE', `/bin/projects/${owner.projectId}`, { confirm });
      expect(await tablesOfOther()).toEqual(before);
    });
  });
});
