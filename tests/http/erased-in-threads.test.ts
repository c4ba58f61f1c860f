import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

const { inTurn, origin, register } = serve();
type Person = Awaited<ReturnType<typeof register>> & { readonly name: string };
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let admin: Person;
let owner: Person;
let count = 0;

const { call, heard, waiting } = inTurn(() => owner.session);
const somebody = async (name: string): Promise<Person> => ({ ...(await register(name)), name });
/** Somebody who writes in the owner's project. */
async function guest(name: string): Promise<Person> {
  const one = await somebody(`${name}${++count}`);
  const { body } = await call('POST', `/projects/${owner.projectId}/invitations`, {
    email: `${one.name.toLowerCase()}@example.com`,
    role: 'editor',
  });
  expect(
    (await call('POST', `${body.data.invitation.url}/accept`, undefined, one.session)).status,
  ).toBe(200);
  return one;
}
const write = async (
  threadId: string,
  content: string,
  by: Person,
  more: object = {},
): Promise<Any> =>
  (await call('POST', `/threads/${threadId}/messages`, { content, ...more }, by.session)).body.data;
const threadOf = async (title: string, by: Person, initialMessage: string): Promise<string> =>
  (
    await call(
      'POST',
      '/threads',
      { project_id: owner.projectId, title, initialMessage },
      by.session,
    )
  ).body.data.id;
const messagesIn = async (threadId: string): Promise<Any[]> =>
  (await call('GET', `/threads/${threadId}`)).body.data.messages;
const search = async (text: string): Promise<Any[]> =>
  (await call('GET', `/threads?project_id=${owner.projectId}&search=${encodeURIComponent(text)}`))
    .body.data.threads;
const file = async (threadId: string, path: string): Promise<number> =>
  (
    await fetch(`${origin()}/api/v1/threads/${threadId}/attachments/${path}`, {
      headers: { ...owner.session, ...waiting() },
    })
  ).status;
async function uploaded(threadId: string, by: Person): Promise<string> {
  const bytes = await sharp({
    create: { width: 900, height: 500, channels: 3, background: '#0f766e' },
  })
    .png()
    .toBuffer();
  const response = await fetch(
    `${origin()}/api/v1/threads/${threadId}/attachments?file_name=foto${count}.png`,
    { method: 'POST', headers: { ...by.session, ...waiting() }, body: Buffer.from(bytes) },
  );
  heard(response);
  const { data }: Any = await response.json();
  return data.attachment.id;
}
/**
 * A thread that a person opened, wrote in with a file, reacted and was mentioned in, with what
 * others wrote between.
 */
async function talked(
  one: Person,
): Promise<{ readonly threadId: string; readonly fileId: string; readonly mentioning: string }> {
  const threadId = await threadOf(`Sevkiyat${count}`, one, `gizligiris${count} açıldı`);
  const fileId = await uploaded(threadId, one);
  await write(threadId, `gizliek${count} burada`, one, { attachments: [{ id: fileId }] });
  const mentioning = (
    await write(threadId, `ortaksöz${count} @[${one.name}](user:${one.id}) ne dersin?`, owner)
  ).id;
  await call('PUT', `/threads/${threadId}/messages/${mentioning}`, {
    content: `ortaksöz${count} @[${one.name}](user:${one.id}) ne dersiniz?`,
  });
  await call(
    'POST',
    `/threads/${threadId}/messages/${mentioning}/reactions`,
    { emoji: '👍' },
    one.session,
  );
  await call('PATCH', `/threads/${threadId}/star`, { starred: true }, one.session);
  await write(threadId, `gizliyanıt${count} @[Owner](user:${owner.id})`, one);
  // Two titles of theirs, and one of the owner between.
  await call('PATCH', `/threads/${threadId}`, { title: `ilkbaşlık${count}` }, one.session);
  await call('PATCH', `/threads/${threadId}`, { title: `ortakbaşlık${count}` });
  await call('PATCH', `/threads/${threadId}`, { title: `sonbaşlık${count}` }, one.session);
  return { threadId, fileId, mentioning };
}

beforeAll(async () => {
  admin = await somebody('Yonetici');
  owner = await somebody('Owner');
});

describe('who talked in the threads of others', () => {
  it('and is deleted is called by no name any more; what they said stays with the project', async () => {
    const one = await guest('Giden');
    const { threadId, fileId } = await talked(one);
    expect((await call('DELETE', `/admin/users/${one.id}`, undefined, admin.session)).status).toBe(
      200,
    );
    const messages = await messagesIn(threadId);
    expect(messages.map(({ sender_name, is_removed }) => [sender_name, is_removed])).toEqual([
      ['', false],
      ['', false],
      ['Owner', false],
      ['', false],
      ['', false],
      ['Owner', false],
      ['', false],
    ]);
    expect(messages[2].reactions).toMatchObject([
      { emoji: '👍', count: 1, people: [{ name: '' }] },
    ]);
    expect((await call('GET', `/threads/${threadId}`)).body.data.thread).toMatchObject({
      opener_name: '',
      last_sender_name: '',
    });
    expect(await search(`gizliek${count}`)).toHaveLength(1);
    expect(await search(`sonbaşlık${count}`)).toHaveLength(1);
    expect([await file(threadId, fileId), await file(threadId, `${fileId}/thumbnail`)]).toEqual([
      200, 200,
    ]);
  });

  it('and is erased says nothing more: each message keeps its place, and neither text, file nor name is found', async () => {
    const one = await guest('Kayip');
    const { threadId, fileId, mentioning } = await talked(one);
    const before = await messagesIn(threadId);
    const told = async (): Promise<Any[]> =>
      (await call('GET', '/notifications')).body.data.notifications;
    expect(
      (await told()).some(({ kind, actor }) => kind === 'mention' && actor?.id === one.id),
    ).toBe(true);
    const erase = () =>
      call('POST', `/admin/users/${one.id}/erase`, { name: one.name }, admin.session);
    expect((await erase()).status).toBe(200);

    const messages = await messagesIn(threadId);
    expect(messages.map(({ id, position }) => [id, position])).toEqual(
      before.map(({ id, position }) => [id, position]),
    );
    expect(
      messages.map(({ is_removed, content, attachments, sender_name }) => [
        is_removed,
        content,
        attachments,
        sender_name,
      ]),
    ).toEqual([
      [true, '', [], ''],
      [true, '', [], ''],
      [false, `ortaksöz${count} @[?](user:${one.id}) ne dersiniz?`, [], 'Owner'],
      [true, '', [], ''],
      [false, '', [], ''],
      [false, '', [], 'Owner'],
      [false, '', [], ''],
    ]);
    expect(messages.slice(4).map(({ system }) => system)).toEqual([
      { kind: 'title', from: '', to: '' },
      { kind: 'title', from: '', to: `ortakbaşlık${count}` },
      { kind: 'title', from: `ortakbaşlık${count}`, to: '' },
    ]);
    expect((await call('GET', `/threads/${threadId}`)).body.data.thread.title).toBe('');
    // Nobody edited it; it was edited before.
    expect([messages[2].edited_at, messages[2]._version]).toEqual([
      before[2].edited_at,
      before[2]._version + 1,
    ]);
    for (const text of [
      `gizligiris${count}`,
      `gizliek${count}`,
      `gizliyanıt${count}`,
      `sonbaşlık${count}`,
      `foto${count}`,
      one.name,
    ])
      expect([text, await search(text)]).toEqual([text, []]);
    expect(await search(`ortaksöz${count}`)).not.toEqual([]);
    expect([await file(threadId, fileId), await file(threadId, `${fileId}/thumbnail`)]).toEqual([
      404, 404,
    ]);
    const { versions } = (await call('GET', `/threads/${threadId}/messages/${mentioning}/versions`))
      .body.data;
    expect(versions.map(({ content }: Any) => content)).toEqual([
      `ortaksöz${count} @[?](user:${one.id}) ne dersin?`,
      `ortaksöz${count} @[?](user:${one.id}) ne dersiniz?`,
    ]);
    expect(JSON.stringify(await told())).not.toContain(one.name);
    expect(
      (await told()).some(({ kind, actor }) => kind === 'mention' && actor?.id === one.id),
    ).toBe(false);

    const history = async (): Promise<string[]> =>
      (
        await call('GET', `/projects/${owner.projectId}/history?limit=1000`, undefined, {
          ...owner.session,
          'accept-language': 'en',
        })
      ).body.data.events.map(({ summary }: Any) => summary);
    const said = await history();
    expect(said.join('\n')).not.toContain(one.name);
    for (const text of [
      `ilkbaşlık${count}`,
      `sonbaşlık${count}`,
      `foto${count}`,
      `Sevkiyat${count}`,
    ])
      expect(said.join('\n')).not.toContain(text);
    expect(said.join('\n')).toContain(`ortakbaşlık${count}`);
    expect(said.join('\n')).toContain('uploaded a file to a thread: “an erased name”');
    expect(said).toContain('Yonetici erased the title that an erased person gave a thread');
    // Which comes first is left open: they are done at once.
    expect(said.filter(summary => summary.includes('erased person')).toSorted()).toEqual([
      ...Array.from(
        { length: 3 },
        () => 'Yonetici deleted a message of an erased person in the thread “an erased title”',
      ),
      "Yonetici erased the names of an erased person's files",
      'Yonetici erased the title that an erased person gave a thread',
      'Yonetici took the name of an erased person out of a message in the thread “an erased title”',
    ]);
    // Once more there is nothing left to do.
    expect((await erase()).status).toBe(200);
    expect(await history()).toEqual(said);
  });
});
