import type { JsonObject } from '@hzm/contracts/core/json';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';

interface Table {
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldType>>;
  readonly rows: readonly JsonObject[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const teas = ['Çay', 'Ihlamur', 'Adaçayı', 'Kuşburnu', 'Nane', 'Papatya', 'Zencefil', 'Rezene'];
const cities = ['İstanbul', 'Ankara', 'İzmir', 'Bursa', 'Eskişehir'];
const people = ['Zeynep Kaya', 'Emre Şahin', 'Işıl Öztürk', 'Çağrı Demir', 'Ömer Yılmaz'];

/** Returns an item for a number, in turn. */
const oneOf = <T>(items: readonly T[], n: number): T => items[n % items.length]!;

/** Returns the tables of the workspace, with dates before `now`. */
function tables(now: Date): readonly Table[] {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  return [
    {
      name: 'Ürünler',
      fields: {
        ad: 'string',
        açıklama: 'text',
        stok: 'integer',
        fiyat: 'currency',
        puan: 'rating',
        satışta: 'boolean',
        eklendi: 'date',
        etiketler: 'array',
      },
      rows: Array.from({ length: 40 }, (_, n) => ({
        ad: `${oneOf(teas, n)} ${50 * (1 + Math.floor(n / teas.length))} g`,
        açıklama: `${oneOf(cities, n)} deposundan gelir.\nSerin yerde saklanır.`,
        stok: (n * 37) % 120,
        fiyat: { amount: 25 + ((n * 13) % 90), currency: oneOf(['TRY', 'EUR'] as const, n) },
        puan: 1 + (n % 5),
        satışta: n % 4 !== 3,
        eklendi: before(n * 3)
          .toISOString()
          .slice(0, 10),
        etiketler: n % 2 === 0 ? ['organik'] : ['yeni', 'hediye'],
      })),
    },
    {
      name: 'Siparişler',
      fields: {
        müşteri: 'string',
        şehir: 'string',
        tutar: 'price',
        indirim: 'percentage',
        verildi: 'datetime',
        teslim: 'boolean',
      },
      rows: Array.from({ length: 250 }, (_, n) => ({
        müşteri: oneOf(people, n * 3),
        şehir: oneOf(cities, n * 7),
        tutar: 40 + ((n * 29) % 900) / 2,
        indirim: n % 3 === 0 ? 10 : 0,
        verildi: before(n / 5).toISOString(),
        teslim: n > 30,
      })),
    },
  ];
}

/** A person of the workspace, who can sign in. */
interface Person {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** The addresses and credentials of a new workspace. */
export interface Workspace {
  readonly people: readonly Person[];
  readonly projectId: string;
  readonly tableId: string;
  readonly threadId: string;
  readonly requestId: string;
  readonly key: string;
}

type Ask = <Data>(by: Person | undefined, call: string, body?: object) => Promise<Data>;

/** Returns a function that calls the API. @throws Error on any refusal, with its text */
const asking =
  (origin: string): Ask =>
  async (by, call, body) => {
    const [method = '', path = ''] = call.split(' ');
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(by && { authorization: `Bearer ${by.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: never; error?: string };
    if (!response.ok) throw new Error(`${call}: ${response.status} ${answer.error}`);
    return answer.data;
  };

async function makeTable(
  ask: Ask,
  by: Person,
  projectId: string,
  { name, fields, rows }: Table,
): Promise<string> {
  const { table } = await ask<{ table: { id: string } }>(by, `POST /tables/project/${projectId}`, {
    name,
  });
  for (const [field, type] of Object.entries(fields))
    await ask(by, `POST /tables/${projectId}/${table.id}/fields`, { name: field, type });
  await ask(by, `POST /data/table/${table.id}/rows/bulk`, { rows });
  return table.id;
}

async function letIn(ask: Ask, projectId: string, owner: Person, guest: Person): Promise<void> {
  const { invitation } = await ask<{ invitation: { url: string } }>(
    owner,
    `POST /projects/${projectId}/invitations`,
    { email: guest.email, role: 'editor' },
  );
  await ask(guest, `POST ${invitation.url}/accept`);
}

/**
 * Makes two people with a shared project over HTTP: tables of several field types, rows, a thread,
 * an endpoint request and a key.
 * @param name distinguishes its addresses from those of another workspace
 */
export async function makeWorkspace(origin: string, name: string): Promise<Workspace> {
  const ask = asking(origin);
  const register = async (person: string): Promise<Person> => {
    const email = `${person.toLowerCase()}.${name}@example.com`;
    const password = 'gizli-1';
    const { token } = await ask<{ token: string }>(undefined, 'POST /auth/register', {
      name: person,
      email,
      password,
    });
    return { email, password, token };
  };
  const [owner, guest] = [await register('Elif'), await register('Can')];
  const { project } = await ask<{ project: { id: string } }>(owner, 'POST /projects', {
    name: 'Bitki çayları',
    description: 'Ürünler ve siparişler',
  });
  await letIn(ask, project.id, owner, guest);
  const tableIds: string[] = [];
  for (const table of tables(new Date()))
    tableIds.push(await makeTable(ask, owner, project.id, table));
  const thread = await ask<{ id: string }>(owner, 'POST /threads', {
    project_id: project.id,
    title: 'Sipariş raporu',
    initialMessage: 'Toplamlar `tutar` ile mi, indirimden sonra mı?',
  });
  await ask(guest, `POST /threads/${thread.id}/messages`, { content: 'İndirimden sonra.' });
  const request = await ask<{ id: string }>(
    guest,
    `POST /endpoint-requests/project/${project.id}`,
    { endpoint_name: 'Stok özeti', description: 'Stoğu 10 altında olan ürünler', priority: 'high' },
  );
  const { apiKey } = await ask<{ apiKey: { key: string } }>(
    owner,
    `POST /api-keys/project/${project.id}`,
    { name: 'Rapor', permissions: ['read'] },
  );
  return {
    people: [owner, guest],
    projectId: project.id,
    tableId: tableIds[0]!,
    threadId: thread.id,
    requestId: request.id,
    key: apiKey.key,
  };
}
