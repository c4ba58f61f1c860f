import { beforeAll, describe, expect, it } from 'vitest';
import { ask as askRaw } from '../hostile/raw.ts';
import { serve, type Headed } from './serve.ts';

const { ask, register, origin } = serve();
let session: Headed;
let projectId = '';
beforeAll(async () => {
  ({ session, projectId } = await register('Ayse'));
});

const to = (method: string, path: string, body?: unknown, headers: Headed = {}) =>
  ask(method, path, body, { ...session, ...headers });
/** The version that an answer tells. */
const seen = (answer: { headers: Headers }): Headed => ({
  'if-match': answer.headers.get('etag')!,
});

const statuses = (answers: readonly { status: number }[]): string[] =>
  answers.map(({ status }) => String(status)).toSorted();

describe('an empty header', () => {
  it('is an absent one', async () => {
    const made = await to(
      'POST',
      '/projects',
      { name: 'Boş başlık' },
      { 'x-request-id': '', 'idempotency-key': '', 'if-match': '', 'x-wait-for-position': '' },
    );
    expect(made.status).toBe(201);
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await to('GET', '/projects', undefined, { 'x-wait-for-position': '' })).status).toBe(
      200,
    );
    expect(
      (
        await to(
          'POST',
          '/projects',
          { name: 'Başka ad' },
          { 'x-request-id': '', 'idempotency-key': 'ikinci-ad' },
        )
      ).headers.get('x-request-id'),
    ).toBe('ikinci-ad');
  });
});

describe('a read', () => {
  it('tells a position that it has seen', async () => {
    const written = (
      await to('PUT', `/projects/${projectId}`, { description: 'konumlu' })
    ).headers.get('x-position')!;
    const read = await to('GET', '/projects', undefined, { 'x-wait-for-position': written });
    expect(read.headers.get('x-position')! >= written).toBe(true);
  });
});

describe('a project', () => {
  it('tells its version, also over time', async () => {
    const first = await to('GET', `/projects/${projectId}`);
    expect(first.headers.get('etag')).toMatch(/^"\d+"$/);
    // `fetch` would ask past every cache.
    expect(
      await askRaw(
        Number(new URL(origin()).port),
        'GET',
        `/api/v1/projects/${projectId}`,
        { ...session, 'if-none-match': first.headers.get('etag')! },
        undefined,
      ),
    ).toMatchObject({ status: 304, text: '' });
    const renamed = await to('PUT', `/projects/${projectId}`, { description: 'yeni' });
    expect(Number(renamed.headers.get('etag')!.slice(1, -1))).toBeGreaterThan(
      Number(first.headers.get('etag')!.slice(1, -1)),
    );
    expect((await to('GET', `/projects/${projectId}`)).headers.get('etag')).toBe(
      renamed.headers.get('etag'),
    );
    const before = await to(
      'GET',
      `/projects/${projectId}?asOf=${first.headers.get('etag')!.slice(1, -1).padStart(20, '0')}`,
    );
    expect(before.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('is changed, protected and deleted only as it was seen', async () => {
    const made = await to('POST', '/projects', { name: 'Sürümlü' });
    const { id } = made.body.data.project;
    const old = seen(made);
    const changed = await to(
      'PUT',
      `/projects/${id}`,
      { name: 'Sürümlü iki', settings: { maxRequestsPerMinute: 7 } },
      old,
    );
    expect(changed.status).toBe(200);
    const calls = [
      ['PUT', `/projects/${id}`, { name: 'Kaybolan' }],
      ['PUT', `/projects/${id}`, { isPublic: true }],
      ['PUT', `/projects/${id}/api-key-password`, { newPassword: 'yeni-parola' }],
      ['POST', `/projects/${id}/protection`, { password: 'gizli' }],
      ['DELETE', `/projects/${id}`, undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const refused = await to(method, path, body, old);
      expect([
        method,
        path,
        refused.status,
        refused.body.code,
        refused.body.data.current.name,
      ]).toEqual([method, path, 412, 'VERSION_MISMATCH', 'Sürümlü iki']);
    }
    const table = await to('POST', `/tables/project/${id}`, { name: 'Ürünler' });
    expect(table.status).toBe(201);
    // The number of its tables is shown with it, so it is another version.
    expect((await to('DELETE', `/projects/${id}`, undefined, seen(changed))).status).toBe(412);
    expect(
      (await to('DELETE', `/projects/${id}`, undefined, seen(await to('GET', `/projects/${id}`))))
        .status,
    ).toBe(200);
  });

  it('is changed by one of many who saw the same', async () => {
    const made = await to('POST', '/projects', { name: 'Yarış' });
    const { id } = made.body.data.project;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        to('PUT', `/projects/${id}`, { settings: { maxRequestsPerMinute: i + 1 } }, seen(made)),
      ),
    );
    expect(statuses(answers)).toEqual(['200', ...Array.from({ length: 7 }, () => '412')]);
  });

  it('answers a repeated write as it did, though its version is another by now', async () => {
    const made = await to('POST', '/projects', { name: 'Tekrar' });
    const again = { ...seen(made), 'x-request-id': 'proje-tekrar' };
    const path = `/projects/${made.body.data.project.id}`;
    const answers = [
      await to('PUT', path, { description: 'bir' }, again),
      await to('PUT', path, { description: 'bir' }, again),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get('x-position')])).toEqual([
      [200, answers[0]!.headers.get('x-position')],
      [200, answers[0]!.headers.get('x-position')],
    ]);
  });
});

describe('a table and its fields', () => {
  it('tell their versions and are changed only as they were seen', async () => {
    const made = await to('POST', `/tables/project/${projectId}`, { name: 'Sürümler' });
    const { id } = made.body.data.table;
    const field = await to('POST', `/tables/${projectId}/${id}/fields`, {
      name: 'ad',
      type: 'string',
    });
    const fieldPath = `/tables/${id}/fields/${field.body.data.field.id}`;
    expect(field.body.data.field).not.toHaveProperty('position');
    const other = await to('POST', `/tables/${projectId}/${id}/fields`, {
      name: 'soyad',
      type: 'string',
    });

    for (const [method, path, body] of [
      ['PUT', `/tables/${id}`, { name: 'Adlar' }],
      ['DELETE', `/tables/${id}`, undefined],
      [
        'POST',
        `/tables/${id}/fields/reorder`,
        { fieldId: other.body.data.field.id, newPosition: 0 },
      ],
    ] as const) {
      const refused = await to(method, path, body, seen(made));
      expect([path, refused.status, refused.body.data.current.fields.length]).toEqual([
        path,
        412,
        2,
      ]);
    }
    // Another field's change is none of this one's.
    const changed = await to('PUT', fieldPath, { description: 'adı' }, seen(field));
    expect(changed.status).toBe(200);
    expect(
      (await to('PUT', fieldPath, { description: 'yine' }, seen(field))).body.data.current
        .description,
    ).toBe('adı');
    expect((await to('DELETE', fieldPath, undefined, seen(field))).status).toBe(412);
    expect((await to('DELETE', fieldPath, undefined, seen(changed))).status).toBe(200);

    const now = await to('GET', `/tables/${projectId}/${id}`);
    const answers = await Promise.all(
      ['Bir', 'İki', 'Üç'].map(name => to('PUT', `/tables/${id}`, { name }, seen(now))),
    );
    expect(statuses(answers)).toEqual(['200', '412', '412']);
    expect(
      (
        await to(
          'DELETE',
          `/tables/${id}`,
          undefined,
          seen(await to('GET', `/tables/${projectId}/${id}`)),
        )
      ).status,
    ).toBe(200);
  });
});
