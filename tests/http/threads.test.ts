import { newId } from '@hzm/contracts/core/ids';
import { MESSAGES_PER_MINUTE } from '@hzm/contracts/features/threads/message';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let admin: Person;
let owner: Person;
let editor: Person;
let viewer: Person;
let count = 0;
let last = '';

/** Each question waits for what was written before: another process may answer it. */
const call = async (
  method: string,
  path: string,
  sent?: unknown,
  headers: Headed = owner.session,
) => {
  const answer = await ask(method, path, sent, {
    ...headers,
    ...(last !== '' && { 'x-wait-for-position': last }),
  });
  const position = answer.headers.get('x-position');
  if (method !== 'GET' && position !== null) last = position;
  return answer;
};
const join = async (role: string, to = owner): Promise<Person> => {
  const guest = await register(`Guest${++count}`);
  const { body } = await call(
    'POST',
    `/projects/${to.projectId}/invitations`,
    { email: `guest${count}@example.com`, role },
    to.session,
  );
  await call('POST', `${body.data.invitation.url}/accept`, undefined, guest.session);
  return guest;
};
/** A person of their own project, so that nobody else's pace counts. */
const newcomer = async (): Promise<Person> => register(`Person${++count}`);
const open = async (more: object = {}, by = owner, projectId = by.projectId): Promise<Any> =>
  (
    await call(
      'POST',
      '/threads',
      { title: 'Stok', initialMessage: 'Çay yok', project_id: projectId, ...more },
      by.session,
    )
  ).body.data;
const write = async (thread: Any, content: string, by = owner, more: object = {}): Promise<Any> =>
  (
    await call(
      'POST',
      `/threads/${thread.id}/messages`,
      { content, attachments: [], ...more },
      by.session,
    )
  ).body.data;
const list = async (query: string, by = owner): Promise<Any> =>
  (await call('GET', `/threads?project_id=${owner.projectId}${query}`, undefined, by.session)).body
    .data;
const read = async (thread: Any, query = '', by = owner): Promise<Any> =>
  (await call('GET', `/threads/${thread.id}${query}`, undefined, by.session)).body.data;
const titles = (found: Any): string[] => found.threads.map(({ title }: Any) => title);

beforeAll(async () => {
  admin = await register('Admin');
  owner = await register('Owner');
  editor = await join('editor');
  viewer = await join('viewer');
});

describe('a thread', () => {
  it('is opened with its first message and the fixed defaults', async () => {
    const answer = await call('POST', '/threads', {
      title: ' Sipariş ',
      initialMessage: 'Merhaba',
      project_id: owner.projectId,
      tags: ['Depo', 'depo ', 'ACİL'],
    });
    expect([answer.status, answer.headers.get('etag')]).toEqual([201, '"1"']);
    expect(answer.body.data).toMatchObject({
      title: 'Sipariş',
      status: 'waiting_reply',
      category: 'general',
      priority: 'normal',
      tags: ['depo', 'acil'],
      row: null,
      is_starred: false,
      unread_count: 0,
      message_count: 1,
      last_message: 'Merhaba',
      opener_name: 'Owner',
      _version: 1,
    });
    const { thread, messages, before, after } = await read(answer.body.data);
    expect([thread.id, messages.length, before, after]).toEqual([
      answer.body.data.id,
      1,
      null,
      null,
    ]);
    expect(messages[0]).toMatchObject({
      sender_type: 'user',
      sender_id: owner.id,
      sender_name: 'Owner',
      content: 'Merhaba',
      reactions: [],
      attachments: [],
      is_edited: false,
      is_removed: false,
    });
  });

  it.each([
    [{ title: '' }, 'title', 'Konu başlığı gereklidir'],
    [{ title: 'x'.repeat(256) }, 'title', 'Konu başlığı en fazla 255 karakter olabilir'],
    [{ initialMessage: ' \n ' }, 'initialMessage', 'İlk mesaj gereklidir'],
    [
      { initialMessage: 'x'.repeat(2001) },
      'initialMessage',
      'Bir mesaj en fazla 2000 karakter olabilir',
    ],
    [{ tags: ['1', '2', '3', '4', '5', '6'] }, 'tags', 'Çok uzun veya çok büyük'],
    [{ category: 'spam' }, 'category', 'İzin verilen değerlerden biri değil'],
    [{ priority: 'medium' }, 'priority', 'İzin verilen değerlerden biri değil'],
    [{ row: { table_id: newId(), row_id: newId() } }, 'row', 'Bu kayıt bu projede yok'],
  ])('with %j is refused', async (wrong, path, message) => {
    const { status, body } = await call('POST', '/threads', {
      title: 'Stok',
      initialMessage: 'Çay yok',
      project_id: owner.projectId,
      ...wrong,
    });
    expect([status, body.code, body.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [{ path, message }],
    ]);
  });

  it('waits again when its opener writes, and is replied when somebody else does', async () => {
    const thread = await open();
    await write(thread, 'Geldi', editor);
    expect((await read(thread)).thread).toMatchObject({
      status: 'replied',
      last_message: 'Geldi',
      last_sender_name: 'Guest1',
      message_count: 2,
    });
    await write(thread, 'Teşekkürler');
    expect((await read(thread)).thread.status).toBe('waiting_reply');
  });

  it('moves to any status; closed it takes no message, which the system says', async () => {
    const thread = await open();
    const closed = await call(
      'PATCH',
      `/threads/${thread.id}/status`,
      { status: 'closed' },
      editor.session,
    );
    expect([closed.status, closed.body.data.status]).toEqual([200, 'closed']);
    const refused = await call('POST', `/threads/${thread.id}/messages`, { content: 'Hâlâ yok' });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Bu konu kapatıldı. Yeni mesaj gönderilemez.',
    ]);
    await call('PATCH', `/threads/${thread.id}/status`, { status: 'rejected' });
    await write(thread, 'Neden?');
    expect((await read(thread)).thread.status).toBe('rejected');
    await call('PATCH', `/threads/${thread.id}/status`, { status: 'waiting_reply' });
    const { messages } = await read(thread);
    expect(
      messages.map(({ sender_type, system, content }: Any) =>
        system ? [sender_type, system.to] : content,
      ),
    ).toEqual([
      'Çay yok',
      ['system', 'closed'],
      ['system', 'rejected'],
      'Neden?',
      ['system', 'waiting_reply'],
    ]);
  });

  it('is renamed and tagged; who saw an older version is refused with the newer one', async () => {
    const thread = await open();
    const changed = await call('PATCH', `/threads/${thread.id}`, {
      title: 'Depo',
      priority: 'urgent',
      tags: ['a', 'B'],
    });
    expect(changed.body.data).toMatchObject({
      title: 'Depo',
      priority: 'urgent',
      tags: ['a', 'b'],
      category: 'general',
      _version: 3,
    });
    const late = await call(
      'PATCH',
      `/threads/${thread.id}`,
      { title: 'Eski' },
      { ...owner.session, 'if-match': '"1"' },
    );
    expect([late.status, late.body.data.current.title]).toEqual([412, 'Depo']);
    expect((await read(thread)).messages.at(-1).system).toEqual({
      kind: 'title',
      from: 'Stok',
      to: 'Depo',
    });
    const same = await call('PATCH', `/threads/${thread.id}`, { title: 'Depo' });
    expect([same.status, same.body.data._version]).toEqual([200, 3]);
  });

  it('is starred by each for themselves', async () => {
    const thread = await open();
    expect(
      (await call('PATCH', `/threads/${thread.id}/star`, undefined, viewer.session)).body.data
        .is_starred,
    ).toBe(true);
    expect([
      (await list('&starred=true', viewer)).threads.map(({ id }: Any) => id),
      (await list('&starred=true')).threads,
      (await list('', viewer)).statusCounts.starred,
    ]).toEqual([[thread.id], [], 1]);
    expect(
      (await call('PATCH', `/threads/${thread.id}/star`, { starred: true }, viewer.session)).body
        .data.is_starred,
    ).toBe(true);
    expect(
      (await call('PATCH', `/threads/${thread.id}/star`, {}, viewer.session)).body.data.is_starred,
    ).toBe(false);
  });
});

describe('the list', () => {
  it('filters, counts, pages by cursor and searches titles, tags and messages, folded', async () => {
    const ada = await newcomer();
    const [a, b, c] = [
      await open({ title: 'İade süreci', category: 'bug', tags: ['depo'] }, ada),
      await open({ title: 'Fatura', priority: 'high' }, ada),
      await open({ title: 'Kargo' }, ada),
    ];
    await write(b, 'ığdır şubesine ÇAY gönderildi', ada);
    await call('PATCH', `/threads/${c.id}/status`, { status: 'closed' }, ada.session);
    const of = async (query: string): Promise<Any> =>
      (await call('GET', `/threads?project_id=${ada.projectId}${query}`, undefined, ada.session))
        .body.data;
    const all = await of('');
    expect([titles(all), all.statusCounts, all.pagination]).toEqual([
      ['Kargo', 'Fatura', 'İade süreci'],
      { total: 3, waiting_reply: 2, replied: 0, closed: 1, rejected: 0, starred: 0, unread: 0 },
      { limit: 50, total: 3 },
    ]);
    const first = await of('&limit=2');
    expect(titles(first)).toEqual(['Kargo', 'Fatura']);
    await write(a, 'yeni', ada);
    expect(
      titles(await of(`&limit=2&cursor=${encodeURIComponent(first.pagination.nextCursor)}`)),
    ).toEqual([]);
    expect(
      await Promise.all(
        [
          'status=closed',
          'category=bug',
          'priority=high',
          'search=IADE',
          'search=Depo',
          `search=${encodeURIComponent('IGDIR SUBE')}`,
          'search=cay',
          'search=yokyok',
        ].map(async query => titles(await of(`&${query}`))),
      ),
    ).toEqual([
      ['Kargo'],
      ['İade süreci'],
      ['Fatura'],
      ['İade süreci'],
      ['İade süreci'],
      ['Fatura'],
      expect.arrayContaining(['İade süreci', 'Fatura', 'Kargo']),
      [],
    ]);
    expect(
      (await call('GET', `/threads?project_id=${ada.projectId}&cursor=x`, undefined, ada.session))
        .body.details[0].path,
    ).toBe('cursor');
  });

  it('finds what a message says now, and nothing that was removed', async () => {
    const thread = await open({ title: 'Arama' });
    const message = await write(thread, 'zencefil');
    const has = async (text: string): Promise<boolean> =>
      (await list(`&search=${text}`)).threads.length > 0;
    expect(await has('zencefil')).toBe(true);
    await call('PUT', `/threads/${thread.id}/messages/${message.id}`, {
      content: 'tarçın',
      attachments: [],
    });
    expect([await has('zencefil'), await has('tarcin')]).toEqual([false, true]);
    await call('DELETE', `/threads/${thread.id}/messages/${message.id}`);
    expect(await has('tarcin')).toBe(false);
  });

  it('counts what others wrote and one has not read, for each reader', async () => {
    const thread = await open();
    await write(thread, 'bir');
    await write(thread, 'iki');
    const unread = async (by: Person): Promise<number> =>
      (await read(thread, '', by)).thread.unread_count;
    expect([await unread(owner), await unread(viewer)]).toEqual([0, 3]);
    const { messages } = await read(thread, '', viewer);
    await call(
      'POST',
      '/read-marks',
      { topic: `thread:${thread.id}`, upTo: messages[1].position },
      viewer.session,
    );
    expect([await unread(viewer), (await read(thread, '', viewer)).readUpTo]).toEqual([
      1,
      messages[1].position,
    ]);
    await call('DELETE', `/threads/${thread.id}/messages/${messages[2].id}`);
    expect(await unread(viewer)).toBe(0);
    await call('PATCH', `/threads/${thread.id}/status`, { status: 'closed' });
    expect(await unread(viewer)).toBe(0);
    const before = (await list('', viewer)).statusCounts.unread;
    await call(
      'POST',
      '/read-marks',
      { topic: `threads:${owner.projectId}`, upTo: last },
      viewer.session,
    );
    expect([before > 0, (await list('', viewer)).statusCounts.unread]).toEqual([true, 0]);
  });

  it('names the threads of rows, and how many each row has', async () => {
    const tableId = await table(owner.projectId, owner.session, 'Ürünler', { ad: 'string' });
    const rows = await Promise.all(
      ['Çay', 'Şeker'].map(
        async ad =>
          (await ask('POST', `/data/table/${tableId}/rows`, { ad }, owner.session)).body.data.row
            .id as string,
      ),
    );
    const on = async (row: string): Promise<Any> => {
      last =
        (
          await ask('GET', `/data/table/${tableId}/rows/${row}`, undefined, owner.session)
        ).headers.get('x-position') ?? last;
      return open({ title: 'Kayıt', row: { table_id: tableId, row_id: row } });
    };
    const [a, b, c] = [await on(rows[0]!), await on(rows[0]!), await on(rows[1]!)];
    expect(a.row).toEqual({ table_id: tableId, row_id: rows[0] });
    await call('PATCH', `/threads/${a.id}/status`, { status: 'closed' });
    const found = await list(`&table_id=${tableId}&row_id=${rows[0]}&limit=0`);
    expect([found.threads, found.pagination.total, found.rowCounts]).toEqual([
      [],
      2,
      expect.arrayContaining([
        { row_id: rows[0], total: 2, open: 1 },
        { row_id: rows[1], total: 1, open: 1 },
      ]),
    ]);

    const marks = async (by: Person): Promise<Any[]> =>
      (await call('GET', `/data/table/${tableId}/threads`, undefined, by.session)).body.data
        .threads;
    const about = (found: readonly Any[]): object =>
      Object.fromEntries(
        found.map(({ id, row_id, status, is_unread }) => [id, [row_id, status, is_unread]]),
      );
    const all = (isUnread: boolean): object => ({
      [a.id]: [rows[0], 'closed', isUnread],
      [b.id]: [rows[0], 'waiting_reply', isUnread],
      [c.id]: [rows[1], 'waiting_reply', isUnread],
    });
    expect([about(await marks(owner)), about(await marks(viewer))]).toEqual([
      all(false),
      all(true),
    ]);
    await call('DELETE', `/data/table/${tableId}/rows/${rows[1]}`);
    await call(
      'POST',
      '/read-marks',
      { topic: `threads:${owner.projectId}`, upTo: last },
      viewer.session,
    );
    expect(about(await marks(viewer))).toEqual(all(false));
    await write(b, 'Yine bitti');
    expect((await marks(viewer)).find(({ id }) => id === b.id)).toMatchObject({
      is_unread: true,
      message_count: 2,
      _version: 2,
    });
    expect((await call('GET', `/data/table/${newId()}/threads`)).status).toBe(404);
  });
});

describe('messages', () => {
  it('page both ways and around one of them', async () => {
    const ada = await newcomer();
    const thread = await open({ initialMessage: '0' }, ada);
    for (let n = 1; n < 10; n++) await write(thread, String(n), ada);
    const page = async (query: string): Promise<Any> => read(thread, query, ada);
    const said = ({ messages }: Any): string =>
      messages.map(({ content }: Any) => content).join('');
    const newest = await page('?limit=4');
    expect([said(newest), newest.after]).toEqual(['6789', null]);
    const older = await page(`?limit=4&before=${newest.before}`);
    expect([said(older), older.before === null]).toEqual(['2345', false]);
    const oldest = await page(`?limit=4&before=${older.before}`);
    expect([said(oldest), oldest.before]).toEqual(['01', null]);
    const middle = await page(`?limit=4&around=${older.messages[2].id}`);
    expect(said(middle)).toBe('2345');
    const newer = await page(`?limit=3&after=${middle.after}`);
    expect([said(newer), said(await page(`?limit=9&after=${newer.after}`))]).toEqual(['678', '9']);
    expect(
      (await call('GET', `/threads/${thread.id}?around=${newId()}`, undefined, ada.session)).status,
    ).toBe(404);
    expect(
      (
        await call(
          'GET',
          `/threads/${thread.id}?around=${newId()}&before=${newest.before}`,
          undefined,
          ada.session,
        )
      ).status,
    ).toBe(400);
  });

  it('are changed and removed by those who wrote them; the author and those who manage read how they read before', async () => {
    const thread = await open();
    const message = await write(thread, 'Bir', editor, { attachments: [{ name: 'liste.csv' }] });
    expect(message.attachments).toEqual([{ id: null, file_name: 'liste.csv' }]);
    const path = `/threads/${thread.id}/messages/${message.id}`;
    for (const [method, body] of [
      ['PUT', { content: 'Benim' }],
      ['DELETE', undefined],
    ] as const) {
      const {
        status,
        body: { error },
      } = await call(method, path, body);
      expect([status, error]).toEqual([
        403,
        'Bir mesajı yalnızca onu yazan düzenleyebilir veya silebilir',
      ]);
    }
    const changed = await call(
      'PUT',
      path,
      { content: 'İki', attachments: [] },
      { ...editor.session, 'if-match': '"1"' },
    );
    expect(changed.body.data).toMatchObject({
      content: 'İki',
      is_edited: true,
      attachments: [],
      position: message.position,
      _version: 2,
    });
    const late = await call(
      'PUT',
      path,
      { content: 'Üç' },
      { ...editor.session, 'if-match': '"1"' },
    );
    expect([late.status, late.body.data.current.content]).toEqual([412, 'İki']);
    const versions = async (by: Person): Promise<Any> =>
      await call('GET', `${path}/versions`, undefined, by.session);
    for (const by of [owner, editor])
      expect(
        (await versions(by)).body.data.versions.map(({ version, content, attachments }: Any) => [
          version,
          content,
          attachments.length,
        ]),
      ).toEqual([
        [1, 'Bir', 1],
        [2, 'İki', 0],
      ]);
    const other = await join('editor');
    for (const by of [viewer, other]) expect((await versions(by)).status).toBe(403);
    const removed = await call('DELETE', path, undefined, editor.session);
    expect(removed.body.data).toMatchObject({
      content: '',
      is_removed: true,
      reactions: [],
      _version: 3,
    });
    expect([
      (await versions(editor)).status,
      (await call('PUT', path, { content: 'Geri' }, editor.session)).status,
      (await call('POST', `${path}/reactions`, { emoji: '👍' })).status,
    ]).toEqual([404, 409, 409]);
    expect((await read(thread)).thread).toMatchObject({ message_count: 1, last_message: '' });
    // Nor does the project's history say it.
    const {
      body: {
        data: { events },
      },
    } = await call('GET', `/projects/${owner.projectId}/history?type=message-written&limit=100`);
    await call('PATCH', `/threads/${thread.id}`, { title: 'Depo' });
    await call('PATCH', `/threads/${thread.id}/status`, { status: 'rejected' });
    const {
      body: { data: latest },
    } = await call(
      'GET',
      `/projects/${owner.projectId}/history?limit=2&before=99999999999999999999`,
      undefined,
      { ...owner.session, 'accept-language': 'en' },
    );
    expect(latest.events.map(({ summary, data }: Any) => [summary, data.previously])).toEqual([
      ['Owner renamed a thread: “Depo”', 'Stok'],
      ['Owner changed the status of the thread “Depo”: rejected', undefined],
    ]);
    expect([
      events.some(({ summary }: Any) => summary === 'Guest1 “Stok” konusuna bir mesaj yazdı'),
      /"content"|liste\.csv/.test(JSON.stringify(events)),
    ]).toEqual([true, false]);
  });

  it('without text and file, too long, or with a file that nobody uploaded are refused', async () => {
    const thread = await open();
    for (const [body, path] of [
      [{ content: ' ', attachments: [] }, 'content'],
      [{ content: 'x'.repeat(2001) }, 'content'],
      [{ content: 'x', attachments: [{ id: newId() }] }, 'attachments.0'],
      [{ content: 'x', replyTo: newId() }, 'replyTo'],
    ] as const) {
      const answer = await call('POST', `/threads/${thread.id}/messages`, body);
      expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
    }
    expect(
      (await write(thread, '', owner, { attachments: [{ name: 'yalnız dosya.png' }] })).content,
    ).toBe('');
  });

  it('answer each other, and keep what they answer at hand', async () => {
    const ada = await newcomer();
    const thread = await open({ initialMessage: 'soru' }, ada);
    const [first] = (await read(thread, '', ada)).messages;
    const reply = await write(thread, 'cevap', ada, { replyTo: first.id });
    expect(reply.reply_to).toBe(first.id);
    expect((await read(thread, '?limit=1', ada)).quoted.map(({ id }: Any) => id)).toEqual([
      first.id,
    ]);
    const elsewhere = await open({}, ada);
    expect(
      (
        await call(
          'POST',
          `/threads/${elsewhere.id}/messages`,
          { content: 'x', replyTo: first.id },
          ada.session,
        )
      ).status,
    ).toBe(400);
  });

  it('take reactions of the palette, of each person one of a kind', async () => {
    const thread = await open();
    const [message] = (await read(thread)).messages;
    const react = async (emoji: string, by = owner) =>
      call('POST', `/threads/${thread.id}/messages/${message.id}/reactions`, { emoji }, by.session);
    await react('🎉');
    await react('🎉', editor);
    const { reactions } = (await react('👍', editor)).body.data;
    expect(reactions).toEqual([
      { emoji: '👍', count: 1, people: [{ id: editor.id, name: 'Guest1' }] },
      {
        emoji: '🎉',
        count: 2,
        people: [
          { id: owner.id, name: 'Owner' },
          { id: editor.id, name: 'Guest1' },
        ],
      },
    ]);
    expect(
      (await react('🎉')).body.data.reactions.map(({ emoji, count }: Any) => [emoji, count]),
    ).toEqual([
      ['👍', 1],
      ['🎉', 1],
    ]);
    expect([(await react('🦄')).status, (await react('👍', viewer)).status]).toEqual([400, 403]);
  });

  it('mention only whom and what the project has', async () => {
    const thread = await open();
    const tableId = await table(owner.projectId, owner.session, 'Müşteriler', { ad: 'string' });
    const row = (await ask('POST', `/data/table/${tableId}/rows`, { ad: 'Ada' }, owner.session))
      .body.data.row.id as string;
    const stranger = await newcomer();
    const foreign = await table(stranger.projectId, stranger.session, 'Gizli', { ad: 'string' });
    const { mentions, content } = await write(
      thread,
      `@[Guest1](user:${editor.id}) @[X](user:${stranger.id}) #[Müşteriler/1](row:${tableId}/${row}) #[Müşteriler](table:${tableId}) #[Gizli](table:${foreign}) #[?](row:${tableId}/${newId()}) <img src=x onerror=alert(1)>`,
    );
    expect(mentions).toEqual([
      { kind: 'user', id: editor.id },
      { kind: 'row', id: row, table_id: tableId },
      { kind: 'table', id: tableId },
    ]);
    expect(content).toContain('<img src=x onerror=alert(1)>');
  });

  it('sent again under the same name are written once, and answered as the first time', async () => {
    const thread = await open();
    const named = { ...owner.session, 'x-request-id': newId() };
    const first = await call(
      'POST',
      `/threads/${thread.id}/messages`,
      { content: 'bir kez' },
      named,
    );
    await call('PUT', `/threads/${thread.id}/messages/${first.body.data.id}`, { content: 'sonra' });
    const again = await call(
      'POST',
      `/threads/${thread.id}/messages`,
      { content: 'bir kez' },
      named,
    );
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    expect(
      (await call('POST', `/threads/${thread.id}/messages`, { content: 'başka' }, named)).status,
    ).toBe(409);
    expect((await read(thread)).messages.length).toBe(2);
  });
});

describe('who may', () => {
  it('viewers read and star, and write nothing; strangers learn of nothing', async () => {
    const thread = await open();
    const [message] = (await read(thread)).messages;
    const at = `/threads/${thread.id}`;
    for (const [method, path, body] of [
      ['POST', '/threads', { title: 'x', initialMessage: 'x', project_id: owner.projectId }],
      ['POST', `${at}/messages`, { content: 'x' }],
      ['PATCH', `${at}/status`, { status: 'closed' }],
      ['PATCH', at, { title: 'x' }],
      ['POST', `${at}/messages/${message.id}/reactions`, { emoji: '👍' }],
    ] as const) {
      expect([path, (await call(method, path, body, viewer.session)).status]).toEqual([path, 403]);
    }
    const stranger = await newcomer();
    for (const path of [
      `/threads?project_id=${owner.projectId}`,
      at,
      `${at}/messages/${message.id}`,
    ])
      expect([path, (await call('GET', path, undefined, stranger.session)).status]).toEqual([
        path,
        404,
      ]);
    // A message is found in its own thread only.
    const own = await open({}, stranger);
    expect(
      (await call('GET', `/threads/${own.id}/messages/${message.id}`, undefined, stranger.session))
        .status,
    ).toBe(404);
  });

  it('a person who names no project reads the threads of all of theirs, and of no other', async () => {
    const [own, guest] = [await newcomer(), await newcomer()];
    const second = (await call('POST', '/projects', { name: 'İkinci' }, own.session)).body.data
      .project;
    const of = async (query = '', by = own): Promise<Any> =>
      (await call('GET', `/threads${query}`, undefined, by.session)).body.data;
    expect((await of()).threads).toEqual([]);
    const first = await open({ title: 'Birinci' }, own);
    const other = await open({ title: 'İkinci' }, own, second.id);
    const theirs = await open({ title: 'Yabancı' }, guest);
    await call('PATCH', `/threads/${first.id}/star`, { starred: true }, own.session);
    const found = await of();
    expect(found.threads.map(({ id }: Any) => id)).toEqual([other.id, first.id]);
    expect(found.statusCounts).toMatchObject({ total: 2, starred: 1, unread: 0 });
    expect((await of('?starred=true')).threads.map(({ id }: Any) => id)).toEqual([first.id]);
    expect((await of('?search=ikinci')).threads.map(({ id }: Any) => id)).toEqual([other.id]);
    // An administrator, who may open every project, is told of their own and shared ones.
    const admins = (await of('', admin)).threads.map(({ project_id }: Any) => project_id);
    for (const id of [own.projectId, second.id, guest.projectId]) expect(admins).not.toContain(id);
    expect((await of('', guest)).threads.map(({ id }: Any) => id)).toEqual([theirs.id]);
    expect(
      (await call('POST', '/threads', { title: 'x', initialMessage: 'x' }, own.session)).status,
    ).toBe(404);
    expect((await call('GET', '/threads', undefined, {})).status).toBe(401);
  });

  it('a program with a key writes as itself, is told no addresses, and stars nothing', async () => {
    const thread = await open();
    const key = owner.key;
    const message = (
      await call('POST', `/threads/${thread.id}/messages`, { content: 'Otomatik' }, key)
    ).body.data;
    expect(message).toMatchObject({
      sender_type: 'ai',
      sender_id: owner.projectId,
      sender_email: '',
    });
    const found = (await call('GET', '/threads?search=otomatik', undefined, key)).body.data;
    expect([found.threads.length, found.threads[0].status, found.statusCounts.unread]).toEqual([
      1,
      'replied',
      0,
    ]);
    expect(
      (await call('GET', `/threads/${thread.id}`, undefined, key)).body.data.messages.map(
        ({ sender_email }: Any) => sender_email,
      ),
    ).toEqual(['', '']);
    expect((await call('PATCH', `/threads/${thread.id}/star`, {}, key)).body.code).toBe(
      'KEY_SCOPE',
    );
    // A message of a person's program is not the person's own.
    expect((await call('DELETE', `/threads/${thread.id}/messages/${message.id}`)).status).toBe(403);
    expect((await read(thread)).thread.unread_count).toBe(1);
  });
});

it('whatever is written is text: it is kept as it is, and found', async () => {
  const ada = await newcomer();
  const hostile = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '\u202egnp.exe \u0007 \ufeff',
    '__proto__ constructor toString',
    '${7*7} {{7*7}} %00 ../../etc/passwd',
    "'; DROP TABLE threads; --",
    '$where {"$gt":""}',
    '@[x](user:../..) #[y](row:__proto__/constructor) @[[]](user:x)',
    '😀'.repeat(1000),
    '%_\\*[a-z]',
  ];
  for (const text of hostile) {
    // A title and a tag are names.
    const line = text.replace(/[\u202e\u0007]/g, '');
    const thread = await open(
      { title: line.slice(0, 254), initialMessage: text, tags: [line.slice(0, 20)] },
      ada,
    );
    const { messages } = await read(thread, '', ada);
    expect([messages[0].content, messages[0].mentions]).toEqual([text, []]);
    const found = (
      await call(
        'GET',
        `/threads?project_id=${ada.projectId}&search=${encodeURIComponent(text.slice(0, 40))}`,
        undefined,
        ada.session,
      )
    ).body.data;
    expect([text, found.threads.map(({ id }: Any) => id)]).toEqual([text, [thread.id]]);
  }
  for (const content of ['\ud800', 'a\udfff', 'a\0'])
    expect(
      (
        await call(
          'POST',
          '/threads',
          { project_id: ada.projectId, title: 'Konu', initialMessage: content },
          ada.session,
        )
      ).status,
    ).toBe(400);
  for (const query of [
    'search[$gt]=',
    'status=__proto__',
    'limit=101',
    'limit=-1',
    'row_id=x',
    'starred=false',
  ])
    expect([
      query,
      (await call('GET', `/threads?project_id=${ada.projectId}&${query}`, undefined, ada.session))
        .status,
    ]).toEqual([query, 400]);
  const [thread] = (
    await call('GET', `/threads?project_id=${ada.projectId}`, undefined, ada.session)
  ).body.data.threads;
  for (const query of ['before=1', 'after=x', 'around=x', 'limit=0', 'limit=201'])
    expect([
      query,
      (await call('GET', `/threads/${thread.id}?${query}`, undefined, ada.session)).status,
    ]).toEqual([query, 400]);
});

it('a flood is stopped', async () => {
  const ada = await newcomer();
  const thread = await open({}, ada);
  const answers = [];
  for (let n = 0; n < MESSAGES_PER_MINUTE * 2 + 2; n++)
    answers.push(
      await ask('POST', `/threads/${thread.id}/messages`, { content: 'x' }, ada.session),
    );
  const refused = answers.find(({ status }) => status === 429)!;
  expect([refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
    'RATE_LIMIT_EXCEEDED',
    true,
  ]);
});

it('a deleted project takes its threads with it', async () => {
  const ada = await newcomer();
  const { project } = (await call('POST', '/projects', { name: 'Geçici' }, ada.session)).body.data;
  const thread = await open({}, ada, project.id);
  expect((await call('DELETE', `/projects/${project.id}`, {}, ada.session)).status).toBe(200);
  expect((await call('GET', `/threads/${thread.id}`, undefined, ada.session)).status).toBe(404);
});
