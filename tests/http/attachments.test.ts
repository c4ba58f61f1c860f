import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import {
  MAX_ATTACHMENT_BYTES,
  UPLOADS_PER_MINUTE,
} from '@hzm/contracts/features/attachments/attachment';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask as askRaw } from '../hostile/raw.ts';
import { serve, type Headed } from './serve.ts';

const { inTurn, origin, register, restart } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Person;
let editor: Person;
let viewer: Person;
let stranger: Person;
let threadId = '';
let count = 0;

const { call, heard, letIn, waiting } = inTurn(() => owner.session);
const upload = async (
  bytes: Uint8Array | string,
  name = 'dosya.bin',
  headers: Headed = owner.session,
  thread = threadId,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Any }> => {
  const response = await fetch(
    `${origin()}/api/v1/threads/${thread}/attachments?file_name=${encodeURIComponent(name)}`,
    { method: 'POST', headers: { ...waiting(), ...headers }, body: Buffer.from(bytes) },
  );
  heard(response);
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const attached = async (
  bytes: Uint8Array | string,
  name?: string,
  headers?: Headed,
): Promise<Any> => (await upload(bytes, name, headers)).body.data.attachment;
const fetched = async (path: string, headers: Headed = owner.session, method = 'GET') => {
  const response = await fetch(`${origin()}/api/v1/threads/${threadId}/attachments/${path}`, {
    method,
    headers: { ...waiting(), ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const write = (body: object, headers?: Headed, thread = threadId) =>
  call('POST', `/threads/${thread}/messages`, body, headers);
const newThread = async (
  projectId = owner.projectId,
  headers: Headed = owner.session,
): Promise<string> =>
  (
    await call(
      'POST',
      '/threads',
      { project_id: projectId, title: 'Konu', initialMessage: 'Merhaba' },
      headers,
    )
  ).body.data.id;
const join = async (role: string): Promise<Person> => {
  const guest = await register(`Misafir${++count}`);
  await letIn(owner.projectId, guest, role);
  return guest;
};
const picture = (width = 800, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#2563eb' } });

beforeAll(async () => {
  owner = await register('Owner');
  editor = await join('editor');
  viewer = await join('viewer');
  stranger = await register('Stranger');
  threadId = await newThread();
});

describe('a file', () => {
  it('is uploaded, sent with a message, and served byte by byte as it was', async () => {
    const bytes = randomBytes(300_000);
    const { status, body } = await upload(bytes, 'Şubat faturası.bin');
    expect([status, body.data.attachment]).toEqual([
      201,
      {
        id: expect.any(String) as string,
        file_name: 'Şubat faturası.bin',
        size: 300_000,
        kind: 'application/octet-stream',
        is_image: false,
      },
    ]);
    const { id } = body.data.attachment;
    const message = (
      await write({ content: 'Ekte', attachments: [{ id }, { name: 'yalnızca-ad.txt' }] })
    ).body.data;
    expect(message.attachments).toEqual([
      body.data.attachment,
      { id: null, file_name: 'yalnızca-ad.txt' },
    ]);
    expect(
      (await call('GET', `/threads/${threadId}`)).body.data.messages.at(-1).attachments,
    ).toEqual(message.attachments);
    const { bytes: got, headers, status: ok } = await fetched(id, viewer.session);
    expect([ok, got.equals(bytes), headers.get('content-length')]).toEqual([200, true, '300000']);
    expect(
      Object.fromEntries(
        [
          'content-type',
          'content-disposition',
          'x-content-type-options',
          'content-security-policy',
          'cross-origin-resource-policy',
          'cache-control',
          'accept-ranges',
          'etag',
          'vary',
        ].map(name => [name, headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'application/octet-stream',
      'content-disposition':
        'attachment; filename="?ubat faturas?.bin"; filename*=UTF-8\'\'%C5%9Eubat%20faturas%C4%B1.bin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: `"${id}"`,
      vary: expect.stringContaining('Authorization') as string,
    });
  });

  it('is answered in ranges, and not again where it is known', async () => {
    const bytes = randomBytes(200_000);
    const { id } = await attached(bytes);
    const part = async (range: string, more: Headed = {}) => {
      const {
        status,
        headers,
        bytes: got,
      } = await fetched(id, { ...owner.session, range, ...more });
      return [
        status,
        headers.get('content-range'),
        status === 416 ? 0 : got.length,
        status < 300 && bytes.includes(got),
      ];
    };
    expect(await part('bytes=0-9')).toEqual([206, 'bytes 0-9/200000', 10, true]);
    expect(await part('bytes=65530-131080')).toEqual([
      206,
      'bytes 65530-131080/200000',
      65_551,
      true,
    ]);
    expect(await part('bytes=-5')).toEqual([206, 'bytes 199995-199999/200000', 5, true]);
    expect(await part('bytes=199990-')).toEqual([206, 'bytes 199990-199999/200000', 10, true]);
    expect(await part('bytes=200000-')).toEqual([416, 'bytes */200000', 0, false]);
    // Several ranges, nonsense, and a range of what is no more: all of it.
    for (const range of ['bytes=0-1,100000-100001', 'bytes=x', 'lines=0-1'])
      expect((await part(range))[0], range).toBe(200);
    expect((await part('bytes=0-9', { 'if-range': '"another"' }))[0]).toBe(200);
    expect((await part('bytes=0-9', { 'if-range': `"${id}"` }))[0]).toBe(206);
    expect(
      await askRaw(
        Number(new URL(origin()).port),
        'GET',
        `/api/v1/threads/${threadId}/attachments/${id}`,
        { ...waiting(), ...owner.session, 'if-none-match': `"${id}"` },
        undefined,
      ),
    ).toMatchObject({ status: 304, text: '' });
    const { status, headers, bytes: none } = await fetched(id, owner.session, 'HEAD');
    expect([status, headers.get('content-length'), none.length]).toEqual([200, '200000', 0]);
  });

  it('may be empty, and as large as 25 MiB', { timeout: 60_000 }, async () => {
    expect(await attached('')).toMatchObject({ size: 0, kind: 'application/octet-stream' });
    const bytes = Buffer.alloc(MAX_ATTACHMENT_BYTES, 7);
    const { id, size } = await attached(bytes);
    expect([size, (await fetched(id)).bytes.equals(bytes)]).toEqual([MAX_ATTACHMENT_BYTES, true]);
  });

  it(
    'of one byte more is refused, said before or only found while it comes',
    { timeout: 60_000 },
    async () => {
      const told = await upload(Buffer.alloc(MAX_ATTACHMENT_BYTES + 1));
      expect([told.status, told.body.code, told.body.error]).toEqual([
        413,
        'PAYLOAD_TOO_LARGE',
        'Bir dosya en çok 25 MiB olabilir',
      ]);
      const found = await streamed(MAX_ATTACHMENT_BYTES + 1);
      expect(found).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    },
  );

  it('that breaks off while it comes leaves nothing that can be read', async () => {
    const sent = httpRequest(`${origin()}/api/v1/threads/${threadId}/attachments?file_name=a.bin`, {
      method: 'POST',
      headers: { ...owner.session, 'content-length': '1000000' },
    });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(500_000));
    await new Promise(resolve => setTimeout(resolve, 100));
    sent.destroy();
    expect(await attached('danach')).toMatchObject({ size: 6 });
  });

  it('sent twice under one request is one; another one under the same is refused', async () => {
    const named = { ...owner.session, 'x-request-id': 'upload-1' };
    const [first, again, other] = [
      await upload('bir', 'a.txt', named),
      await upload('bir', 'a.txt', named),
      await upload('iki', 'a.txt', named),
    ];
    expect([first.status, again.status, again.body.data, other.status, other.body.code]).toEqual([
      201,
      201,
      first.body.data,
      409,
      'CONFLICT',
    ]);
  });

  it('outlives a restart', async () => {
    const { id } = await attached('kalıcı', 'not.txt');
    await write({ attachments: [{ id }] });
    await restart();
    expect((await fetched(id, viewer.session)).bytes.toString()).toBe('kalıcı');
  });
});

/** Sends so many bytes without saying before how many. */
const streamed = (bytes: number): Promise<{ status: number | undefined; body: Any }> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${origin()}/api/v1/threads/${threadId}/attachments?file_name=a.bin`,
      { method: 'POST', headers: owner.session },
      response => {
        const chunks: Buffer[] = [];
        response
          .on('data', chunk => chunks.push(chunk as Buffer))
          .on('end', () =>
            resolve({
              status: response.statusCode,
              body: JSON.parse(Buffer.concat(chunks).toString()),
            }),
          );
      },
    );
    sent.on('error', reject);
    sent.end(Buffer.alloc(bytes));
  });

describe('a picture', () => {
  it('has its size and a thumbnail, and is served to be shown', async () => {
    const found = await attached(await picture().jpeg().toBuffer(), 'foto.jpg');
    expect(found).toMatchObject({
      kind: 'image/jpeg',
      is_image: true,
      width: 800,
      height: 400,
      thumbnail: `/threads/${threadId}/attachments/${found.id}/thumbnail`,
    });
    const shown = await fetched(found.id);
    expect([shown.headers.get('content-type'), shown.headers.get('content-disposition')]).toEqual([
      'image/jpeg',
      'inline; filename=foto.jpg',
    ]);
    expect((await fetched(`${found.id}?download=true`)).headers.get('content-disposition')).toBe(
      'attachment; filename=foto.jpg',
    );
    const small = await fetched(`${found.id}/thumbnail`);
    expect([small.headers.get('content-type'), await sharp(small.bytes).metadata()]).toMatchObject([
      'image/webp',
      { format: 'webp', width: 320, height: 160 },
    ]);
  });

  it('that cannot be read is a file like any other', async () => {
    const whole = await picture().png().toBuffer();
    const found = await attached(whole.subarray(0, 200), 'bozuk.png');
    expect(found).toEqual({
      id: found.id,
      file_name: 'bozuk.png',
      size: 200,
      kind: 'image/png',
      is_image: false,
    });
    expect([
      (await fetched(`${found.id}/thumbnail`)).status,
      (await fetched(found.id)).headers.get('content-disposition'),
    ]).toEqual([404, 'attachment; filename=bozuk.png']);
  });
});

describe('what a stranger might send', () => {
  const script = '<script>alert(document.domain)</script>';
  it.each<readonly [string, Buffer, string]>([
    ['evil.html', Buffer.from(`<!doctype html>${script}`), 'text/plain; charset=utf-8'],
    [
      'evil.svg',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      'text/plain; charset=utf-8',
    ],
    [
      'evil2.svg',
      Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      'application/octet-stream',
    ],
    [
      'evil.xhtml',
      Buffer.from(
        `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
      ),
      'application/octet-stream',
    ],
    ['evil.js', Buffer.from('alert(1)'), 'text/plain; charset=utf-8'],
    ['evil.exe', Buffer.from('MZ'.padEnd(200, '\0')), 'application/x-msdownload'],
    // A GIF that is a script, too: no picture that can be read.
    ['polyglot.gif', Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`), 'image/gif'],
    // A JPEG by its name, a page by its bytes.
    ['foto.jpg', Buffer.from(`<html>${script}</html>`), 'text/plain; charset=utf-8'],
  ])('%s is saved, never shown or run', async (name, bytes, type) => {
    const { id, is_image: isImage } = await attached(bytes, name);
    const { headers, bytes: got } = await fetched(id);
    expect([
      isImage,
      headers.get('content-type'),
      headers.get('content-disposition')!.startsWith('attachment;'),
      headers.get('x-content-type-options'),
      headers.get('content-security-policy')!.startsWith('sandbox;'),
      got.equals(bytes),
    ]).toEqual([false, type, true, 'nosniff', true, true]);
  });

  it('a picture with a page behind it is shown as a picture, under a policy that runs nothing', async () => {
    const { id, is_image: isImage } = await attached(
      Buffer.concat([
        await picture(10, 10).png().toBuffer(),
        Buffer.from(`<html>${script}</html>`),
      ]),
      'polyglot.html',
    );
    const { headers } = await fetched(id);
    expect([isImage, headers.get('content-type'), headers.get('content-security-policy')]).toEqual([
      true,
      'image/png',
      "sandbox; default-src 'none'; frame-ancestors 'none'",
    ]);
  });

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['a\r\nSet-Cookie: x=1', 'aSet-Cookie_ x=1'],
    ['foto\u202egpj.exe', 'fotogpj.exe'],
    ['', 'file'],
    ['a"; filename="b.txt', 'a_; filename=_b.txt'],
  ])('the name %j becomes %j', async (given, name) => {
    const { id, file_name: kept } = await attached('x', given);
    const { headers } = await fetched(id);
    expect([kept, headers.get('set-cookie'), headers.get('content-disposition')]).toEqual([
      name,
      null,
      /^[\w.]+$/.test(name) ? `attachment; filename=${name}` : `attachment; filename="${name}"`,
    ]);
  });

  it("a name that is missing, or longer than anybody's, is refused", async () => {
    expect((await upload('x', 'a'.repeat(1_001))).status).toBe(400);
    const unnamed = await fetch(`${origin()}/api/v1/threads/${threadId}/attachments`, {
      method: 'POST',
      headers: owner.session,
      body: 'x',
    });
    expect(unnamed.status).toBe(400);
  });

  it('does not unpack a bomb: a picture that says that it has 100 million pixels is a file', async () => {
    const bomb = await sharp({
      create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' },
    })
      .png({ compressionLevel: 1 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(3_000_000);
    expect(await attached(bomb, 'bomba.png')).toMatchObject({ kind: 'image/png', is_image: false });
  });
});

describe('who may', () => {
  it('upload: who may write in the thread', async () => {
    const statuses = [];
    for (const headers of [editor.session, owner.key, viewer.session, stranger.session, {}])
      statuses.push((await upload('x', 'a.txt', headers)).status);
    expect(statuses).toEqual([201, 201, 403, 404, 401]);
    expect(
      (await upload('x', 'a.txt', owner.session, '01890000-0000-7000-8000-000000000000')).status,
    ).toBe(404);
  });

  it('read: who may read the thread; before it is sent, only who uploaded it', async () => {
    const { id } = await attached(await picture().png().toBuffer(), 'foto.png', editor.session);
    const statuses = async (path: string) => {
      const found = [];
      for (const headers of [
        editor.session,
        owner.session,
        viewer.session,
        owner.key,
        stranger.session,
        {},
      ])
        found.push((await fetched(path, headers)).status);
      return found;
    };
    expect(await statuses(id)).toEqual([200, 404, 404, 404, 404, 401]);
    await write({ attachments: [{ id }] }, editor.session);
    expect(await statuses(id)).toEqual([200, 200, 200, 200, 404, 401]);
    expect(await statuses(`${id}/thumbnail`)).toEqual([200, 200, 200, 200, 404, 401]);
  });

  it("read: not through another thread, also not through one's own", async () => {
    const { id } = await attached('x');
    await write({ attachments: [{ id }] });
    const own = await newThread(stranger.projectId, stranger.session);
    const through = await fetch(`${origin()}/api/v1/threads/${own}/attachments/${id}`, {
      headers: { ...waiting(), ...stranger.session },
    });
    expect(through.status).toBe(404);
  });
});

describe('a message', () => {
  const refused = async (attachments: object[], headers?: Headed, thread?: string) => {
    const { status, body } = await write({ content: 'x', attachments }, headers, thread);
    return [status, body.details?.[0]];
  };
  const unknown = (at = 0) => [
    400,
    { path: `attachments.${at}`, message: 'Bu dosya bu konuya yüklenmemiş' },
  ];

  it('takes no file of somebody else, of another thread, of another message, twice, or that is not there', async () => {
    const [mine, theirs] = [
      await attached('benim'),
      await attached('onun', 'a.txt', editor.session),
    ];
    expect(await refused([{ id: theirs.id }])).toEqual(unknown());
    expect(await refused([{ id: '01890000-0000-7000-8000-000000000000' }])).toEqual(unknown());
    expect(await refused([{ id: mine.id }, { id: mine.id }])).toEqual(unknown(1));
    expect(await refused([{ id: mine.id }], owner.session, await newThread())).toEqual(unknown());
    expect((await write({ attachments: [{ id: mine.id }] })).status).toBe(201);
    expect(await refused([{ id: mine.id }])).toEqual(unknown());
  });

  it("that is changed keeps the files that it still names; the others are its writer's alone again", async () => {
    const [kept, left] = [await attached('kalan'), await attached('giden')];
    const { id } = (
      await write({ content: 'iki', attachments: [{ id: kept.id }, { id: left.id }] })
    ).body.data;
    const { status, body } = await call('PUT', `/threads/${threadId}/messages/${id}`, {
      content: 'bir',
      attachments: [{ id: kept.id }],
    });
    expect([status, body.data.attachments]).toEqual([200, [kept]]);
    const seen = async (headers: Headed) => [
      (await fetched(kept.id, headers)).status,
      (await fetched(left.id, headers)).status,
    ];
    expect([await seen(viewer.session), await seen(owner.session)]).toEqual([
      [200, 404],
      [200, 200],
    ]);
    await call('DELETE', `/threads/${threadId}/messages/${id}`);
    expect(await seen(viewer.session)).toEqual([404, 404]);
  });

  it('in a closed thread takes none: there nothing is uploaded', async () => {
    const closed = await newThread();
    await call('PATCH', `/threads/${closed}/status`, { status: 'closed' });
    const { status, body } = await upload('x', 'a.txt', owner.session, closed);
    expect([status, body.error]).toEqual([409, 'Bu konu kapatıldı. Yeni mesaj gönderilemez.']);
  });
});

it('who uploads too fast waits', async () => {
  const eager = await register('Eager');
  const thread = await newThread(eager.projectId, eager.session);
  const answers = [];
  for (let at = 0; at <= UPLOADS_PER_MINUTE; at++)
    answers.push(await upload('x', 'a.txt', eager.session, thread));
  expect(answers.slice(0, -1).every(({ status }) => status === 201)).toBe(true);
  expect([answers.at(-1)!.status, answers.at(-1)!.headers.get('retry-after')]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
  ]);
});

it('the history tells that files were uploaded, and their names', async () => {
  const { body } = await call(
    'GET',
    `/projects/${owner.projectId}/history?type=attachment-added&limit=1`,
  );
  expect(body.data.events[0].summary).toBe('Owner bir konuya dosya yükledi: “Şubat faturası.bin”');
});
