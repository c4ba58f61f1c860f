import { randomBytes } from 'node:crypto';
import { newId } from '@hzm/contracts/core/ids';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

/** Files in rows: sent by a call of their own, read by the right to the row. */
const { inTurn, register, origin } = serve();
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
type Person = Awaited<ReturnType<typeof register>>;
let owner: Person;
let viewer: Person;
let stranger: Person;
let session: Headed;
let tableId = '';
let fieldId = '';
let hiddenId = '';
const { call, heard, letIn, waiting } = inTurn(() => session);
const data = (rest = '') => `/data/table/${tableId}${rest}`;
const cell = (rowId: string, rest = '', field = fieldId) =>
  data(`/rows/${rowId}/fields/${field}/files${rest}`);
const addRow = async (ad = 'Çay'): Promise<string> =>
  (await call('POST', data('/rows'), { ad })).body.data.row.id;
const row = async (rowId: string): Promise<Any> =>
  (await call('GET', data(`/rows/${rowId}`))).body.data.row;
interface Sent {
  readonly body?: string | Uint8Array;
  readonly name?: string | undefined;
  readonly headers?: Headed;
  readonly id?: string;
}
const send = async (
  path: string,
  { body = 'içerik', name = 'fatura.txt', headers = session, id = newId() }: Sent = {},
): Promise<{ readonly status: number; readonly body: Any }> => {
  const response = await fetch(`${origin()}/api/v1${path}?file_name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...waiting(), ...headers, 'x-request-id': id },
    body: Buffer.from(body),
  });
  heard(response);
  return { status: response.status, body: await response.json() };
};
const fetched = async (path: string, headers: Headed = session) => {
  const response = await fetch(`${origin()}/api/v1${path}`, {
    headers: { ...waiting(), ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const put = async (rowId: string, name?: string): Promise<string> =>
  (await send(cell(rowId), { name, body: randomBytes(20) })).body.data.file.id;
const addField = (name: string, type: string, more: object = {}) =>
  call('POST', `/tables/${owner.projectId}/${tableId}/fields`, { name, type, ...more });
const messages = ({ body }: { body: Any }) =>
  (body.details ?? []).map((one: Any) => [one.path, one.message]);

beforeAll(async () => {
  owner = await register('Ayse');
  viewer = await register('Bakan');
  stranger = await register('Yabanci');
  session = { ...owner.session, 'accept-language': 'en' };
  await letIn(owner.projectId, viewer, 'viewer');
  const { body } = await call('POST', `/tables/project/${owner.projectId}`, { name: 'İşler' });
  tableId = body.data.table.id;
  await addField('ad', 'string');
  fieldId = (await addField('ekler', 'file')).body.data.field.id;
  hiddenId = (await addField('gizli', 'file', { isHidden: true })).body.data.field.id;
});

describe('a file of a row', () => {
  it('is in the row once it is sent, and served so that nothing runs', async () => {
    const rowId = await addRow();
    const sent = await send(cell(rowId), { name: 'Şubat.html', body: '<script>1</script>' });
    expect([sent.status, sent.body.data.file]).toEqual([
      201,
      {
        id: expect.any(String) as string,
        file_name: 'Şubat.html',
        size: 18,
        kind: expect.any(String) as string,
        is_image: false,
      },
    ]);
    const { id } = sent.body.data.file;
    expect((await row(rowId)).ekler).toEqual([id]);
    const { body: described } = await call('GET', data(`/files?ids=${id},${id},${newId()},x`));
    expect(described.data.files).toEqual([sent.body.data.file]);
    const got = await fetched(cell(rowId, `/${id}`));
    expect([got.status, got.bytes.toString()]).toEqual([200, '<script>1</script>']);
    expect(got.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    expect(got.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetched(cell(rowId, `/${id}/thumbnail`))).status).toBe(404);
  });

  it('has a thumbnail if it is a picture', async () => {
    const rowId = await addRow();
    const picture = await sharp({
      create: { width: 40, height: 20, channels: 3, background: '#2563eb' },
    })
      .png()
      .toBuffer();
    const { body } = await send(cell(rowId), { name: 'a.png', body: picture });
    const { file } = body.data;
    expect(file).toMatchObject({
      is_image: true,
      width: 40,
      thumbnail: cell(rowId, `/${file.id}/thumbnail`),
    });
    expect((await fetched(file.thumbnail)).headers.get('content-type')).toBe('image/webp');
  });

  it('is added once by a repeated request, which is refused with other bytes', async () => {
    const rowId = await addRow();
    const id = newId();
    const [first, again] = [await send(cell(rowId), { id }), await send(cell(rowId), { id })];
    expect(again.body.data.file).toEqual(first.body.data.file);
    expect((await row(rowId)).ekler).toHaveLength(1);
    expect((await send(cell(rowId), { id, body: 'başka' })).status).toBe(409);
  });

  it('stays out when its upload is repeated after it was taken out', async () => {
    const rowId = await addRow();
    const id = newId();
    const first = await send(cell(rowId), { id });
    await call('DELETE', cell(rowId, `/${first.body.data.file.id}`));
    const again = await send(cell(rowId), { id });
    expect([again.status, again.body.data.file]).toEqual([201, first.body.data.file]);
    expect((await row(rowId)).ekler).toBeNull();
  });

  it('is refused in another cell under the request id of its upload', async () => {
    const [rowId, other] = [await addRow(), await addRow()];
    const id = newId();
    await send(cell(rowId), { id });
    for (const at of [cell(other), cell(rowId, '', hiddenId)])
      expect((await send(at, { id })).status).toBe(409);
    expect((await row(other)).ekler).toBeNull();
    expect((await row(rowId)).gizli).toBeNull();
  });

  it('is refused as the eleventh of its cell', async () => {
    const rowId = await addRow();
    for (let n = 0; n < 10; n++) await put(rowId);
    const answer = await send(cell(rowId));
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'A field of a row has at most 10 files',
    ]);
  });

  it('is described among a hundred ids, of which missing ones are left out; more are refused', async () => {
    const id = await put(await addRow());
    const others = (count: number) => Array.from({ length: count }, newId).join();
    const described = await call('GET', data(`/files?ids=${others(99)},${id}`));
    expect(described.body.data.files).toMatchObject([{ id }]);
    const refused = await call('GET', data(`/files?ids=${others(100)},${id}`));
    expect(messages(refused)).toEqual([['ids', 'Too long or too large']]);
  });

  it('is taken out and put back into its own cell alone', async () => {
    const [rowId, other] = [await addRow(), await addRow()];
    const [a, b] = [await put(rowId, 'a.txt'), await put(rowId, 'b.txt')];
    expect((await call('DELETE', cell(rowId, `/${a}`))).status).toBe(200);
    expect((await row(rowId)).ekler).toEqual([b]);
    for (const at of [
      cell(other, `/${a}`),
      cell(rowId, `/${newId()}`),
      cell(rowId, `/${a}`, hiddenId),
    ])
      expect((await call('PUT', at)).status).toBe(404);
    expect((await call('PUT', cell(rowId, `/${a}`))).status).toBe(200);
    expect((await row(rowId)).ekler).toEqual([b, a]);
    for (const id of [a, b]) await call('DELETE', cell(rowId, `/${id}`));
    expect((await row(rowId)).ekler).toBeNull();
  });

  it('comes back with its row', async () => {
    const rowId = await addRow();
    const id = await put(rowId);
    await call('DELETE', data(`/rows/${rowId}`));
    expect((await fetched(cell(rowId, `/${id}`))).status).toBe(200);
    expect((await send(cell(rowId))).status).toBe(404);
    await call('POST', data('/rows/bulk'), { restores: [rowId] });
    expect((await row(rowId)).ekler).toEqual([id]);
  });
});

describe('a write of the row', () => {
  it('cannot name files, not even its own', async () => {
    const rowId = await addRow();
    const id = await put(rowId);
    const text =
      'Files are added and taken out by calls of their own, one at a time; they are not written with the row';
    for (const value of [[id], [], null, [newId()]])
      expect(messages(await call('PUT', data(`/rows/${rowId}`), { ekler: value }))).toEqual([
        ['ekler', text],
      ]);
    expect((await call('PUT', data(`/rows/${rowId}`), { ad: 'Su' })).status).toBe(200);
    expect((await row(rowId)).ekler).toEqual([id]);
  });
});

describe('the right to a file', () => {
  it('is the right to the row: viewers read, strangers learn nothing', async () => {
    const rowId = await addRow();
    const id = await put(rowId);
    expect((await fetched(cell(rowId, `/${id}`), viewer.session)).status).toBe(200);
    expect((await send(cell(rowId), { headers: viewer.session })).status).toBe(403);
    for (const method of ['DELETE', 'PUT'])
      expect((await call(method, cell(rowId, `/${id}`), undefined, viewer.session)).status).toBe(
        403,
      );
    for (const path of [cell(rowId, `/${id}`), data(`/files?ids=${id}`)])
      expect((await fetched(path, stranger.session)).status).toBe(404);
    expect((await send(cell(rowId), { headers: stranger.session })).status).toBe(404);
  });

  it('of a public project gives everybody the files that rows have, and none that was taken out', async () => {
    const rowId = await addRow();
    const [kept, taken] = [await put(rowId), await put(rowId)];
    await call('DELETE', cell(rowId, `/${taken}`));
    await call('PUT', `/projects/${owner.projectId}`, { isPublic: true });
    const status = async (id: string) =>
      (await fetched(cell(rowId, `/${id}`), stranger.session)).status;
    expect([await status(kept), await status(taken)]).toEqual([200, 404]);
    const path = data(`/files?ids=${kept},${taken}`);
    const idsTo = async (headers: Headed) =>
      (await call('GET', path, undefined, headers)).body.data.files.map(({ id }: Any) => id);
    expect(await idsTo(stranger.session)).toEqual([kept]);
    expect(await idsTo(viewer.session)).toEqual([kept, taken]);
    await call('PUT', `/projects/${owner.projectId}`, { isPublic: false });
  });

  it('excludes a hidden field for a key that is not shown it', async () => {
    const rowId = await addRow();
    const { body } = await send(cell(rowId, '', hiddenId));
    const { id } = body.data.file;
    const hidden = cell(rowId, `/${id}`, hiddenId);
    expect((await fetched(hidden)).status).toBe(200);
    const key = await call('POST', `/api-keys/project/${owner.projectId}`, {
      name: 'Okur',
      permissions: ['read', 'write'],
    });
    const headers = { ...owner.key, 'x-api-key': key.body.data.apiKey.key };
    expect((await call('GET', data(`/rows/${rowId}`), undefined, headers)).status).toBe(200);
    expect((await fetched(hidden, headers)).status).toBe(404);
    expect((await send(cell(rowId, '', hiddenId), { headers })).status).toBe(404);
    const described = await call('GET', data(`/files?ids=${id}`), undefined, headers);
    expect(described.body.data.files).toEqual([]);
  });

  it('is given at the path of the file alone', async () => {
    const [rowId, other] = [await addRow(), await addRow()];
    const id = await put(rowId);
    for (const at of [
      cell(other, `/${id}`),
      cell(rowId, `/${id}`, hiddenId),
      cell(newId(), `/${id}`),
    ])
      expect((await fetched(at)).status).toBe(404);
  });
});

describe('a field of files', () => {
  it('keeps its type, is never required, and is filtered by whether it has some', async () => {
    const rowId = await addRow('süzülen');
    await put(rowId);
    const field = `/tables/${tableId}/fields/${fieldId}`;
    expect(messages(await call('PUT', field, { type: 'string' }))).toEqual([
      ['type', 'A field of files keeps its type, and another field cannot become one'],
    ]);
    expect(messages(await call('PUT', field, { required: true }))).toEqual([
      ['required', 'A field of files cannot be required'],
    ]);
    const found = await call('GET', data('?filter[ekler][empty]=false&filter[ad]=süzülen'));
    expect(found.body.data.rows).toHaveLength(1);
    for (const query of ['filter[ekler]=a', 'filter[ekler][eq]=a', 'sort=ekler'])
      expect((await call('GET', data(`?${query}`))).status).toBe(400);
  });

  it('is exported by names for people, by ids for programs, and named in the history', async () => {
    const rowId = await addRow('dışarı');
    const id = await put(rowId, 'ğ.txt');
    const file = (format: string) =>
      fetched(data(`/export?format=${format}&fields=ad,ekler&filter[ad]=dışarı`));
    expect((await file('csv')).bytes.toString()).toContain('dışarı,ğ.txt');
    expect(JSON.parse((await file('json')).bytes.toString())).toEqual([
      { ad: 'dışarı', ekler: [id] },
    ]);
    const { body } = await call('GET', data(`/rows/${rowId}/history`));
    expect(body.data.versions.at(-1)).toMatchObject({ labels: { [id]: 'ğ.txt' } });
  });
});

describe('the name of a file', () => {
  it('is hidden once its uploader is erased; the file stays with its row', async () => {
    const editor = await register('Silinen');
    await letIn(owner.projectId, editor, 'editor');
    const rowId = await addRow('silinen');
    const sent = await send(cell(rowId), { name: 'gizli-ad.txt', headers: editor.session });
    const { id } = sent.body.data.file;
    const erased = await call('POST', `/admin/users/${editor.id}/erase`, { name: 'Silinen' });
    expect(erased.status).toBe(200);
    const { body } = await call('GET', data(`/files?ids=${id}`));
    expect(body.data.files[0]).toMatchObject({ id, file_name: 'file' });
    const got = await fetched(cell(rowId, `/${id}`));
    expect([got.bytes.toString(), got.headers.get('content-disposition')]).toEqual([
      'içerik',
      'attachment; filename=file',
    ]);
    const said = [
      await call('GET', `/projects/${owner.projectId}/history?limit=200`),
      await call('GET', data(`/rows/${rowId}/history`)),
    ];
    expect(JSON.stringify(said)).not.toContain('gizli-ad');
    expect(JSON.stringify(said[0])).toContain('uploaded a file for a row: “an erased name”');
  });
});
