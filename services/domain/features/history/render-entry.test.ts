import type { Event, DomainEvent } from '@hzm/contracts/core/event';
import type { Language } from '@hzm/contracts/core/language';
import { positionOf } from '@hzm/contracts/core/position';
import { accountRegistered } from '@hzm/contracts/features/accounts/events';
import { cellFileAdded } from '@hzm/contracts/features/cell-files/events';
import {
  apiKeyPasswordChanged,
  projectCreated,
  projectSettingsChanged,
  protectionEnabled,
} from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { rowAdded, rowChanged, rowsAdded } from '@hzm/contracts/features/rows/events';
import {
  fieldAdded,
  fieldChanged,
  fieldMoved,
  fieldRemoved,
  tableCreated,
  tableDeleted,
  tableRenamed,
  valuesNumbered,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { describe, expect, it } from 'vitest';
import type { Sight } from '../../access/visibility.ts';
import { fieldShape } from '../../testing/field-shape.ts';
import { HistoryContextBuilder } from './history-context.ts';
import { renderEntry } from './render-entry.ts';

const of = { projectId: 'p', tableId: 't' };
const field = (name: string, more: Partial<FieldShape> = {}): FieldShape =>
  fieldShape({ name, ...more });
const event = ({ type, data }: DomainEvent, i: number, erased = false): Event => ({
  id: `e${i}`,
  type,
  stream: 's',
  revision: i,
  position: positionOf(i + 1),
  meta: { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r' },
  data,
  erased,
  bytes: 100,
});
const schema = [
  tableCreated({ ...of, name: 'Ürünler' }),
  fieldAdded({ ...of, fieldId: 'f', field: field('ad') }),
];

/** Renders the last of these events for a reader. */
const rendered = (
  facts: readonly DomainEvent[],
  {
    language = 'tr',
    erased = false,
    name = 'Ayşe',
    sight = 'whole',
  }: {
    language?: Language;
    erased?: boolean;
    name?: string | undefined;
    sight?: Sight;
  } = {},
) => {
  const events = facts.map((fact, i) => event(fact, i, erased && i === facts.length - 1));
  const chronicler = new HistoryContextBuilder(new Set(events.map(({ position }) => position)));
  for (const one of events) chronicler.add(one);
  return renderEntry(
    {
      language,
      context: chronicler.context,
      actorOf: id => ({ kind: 'person', id, name }),
      sight,
    },
    events.at(-1)!,
    events.at(-1)!.meta.at,
  );
};

describe('history entry', () => {
  it('names fields', () => {
    const { summary, data } = rendered(
      [...schema, rowChanged({ ...of, rowId: 'r', values: { f: 'b' }, before: { f: 'a' } })],
      { language: 'en' },
    );
    expect(summary).toBe('Ayşe changed a row of “Ürünler”: ad: a → b');
    expect(data).toEqual({
      tableId: 't',
      table: 'Ürünler',
      rowId: 'r',
      values: { ad: 'b' },
      before: { ad: 'a' },
    });
  });

  it('names the files added and taken out where a cell has too many to list them all', () => {
    const files = [1, 2, 3, 4, 5].map(n => `fatura-2026-0${n}.pdf`);
    const changed = (values: string[], before: string[], language: Language) =>
      rendered(
        [
          ...schema,
          fieldAdded({ ...of, fieldId: 'g', field: field('ekler', { type: 'file' }) }),
          rowChanged({ ...of, rowId: 'r', values: { g: values }, before: { g: before } }),
        ],
        { language },
      ).summary;
    const [first = '', ...rest] = files;
    expect(changed([...files, 'yeni.pdf'], files, 'tr')).toMatch(/: ekler: yeni\.pdf eklendi$/);
    expect(changed(rest, files, 'tr')).toMatch(/: ekler: fatura-2026-01\.pdf çıkarıldı$/);
    expect(changed([...rest, 'new.pdf'], [...files, first], 'en')).toMatch(
      /: ekler: new\.pdf added, fatura-2026-01\.pdf, fatura-2026-01\.pdf taken out$/,
    );
    expect(changed([first, first, ...rest], files, 'en')).toMatch(/fatura-2026-01\.pdf added$/);
    expect(changed(['a.pdf', 'b.pdf'], ['a.pdf'], 'en')).toMatch(
      /: ekler: a\.pdf → a\.pdf, b\.pdf$/,
    );
  });

  it('names the options of a choice, as they are called now', () => {
    const options = (name: string): Partial<FieldShape> => ({
      type: 'select',
      validation: { options: [{ id: 'open', name, color: 'gray' }] },
    });
    const facts = [
      ...schema,
      fieldAdded({ ...of, fieldId: 'g', field: field('durum', options('Open')) }),
      fieldChanged({ ...of, fieldId: 'g', field: field('durum', options('Açık')) }),
    ];
    expect(rendered(facts).summary).toContain('Open → Açık');
    const changed = rowChanged({ ...of, rowId: 'r', values: { g: 'open' }, before: { g: 'gone' } });
    const { summary, data } = rendered([...facts, changed]);
    expect(summary).toContain('durum: gone → Açık');
    expect(data).toMatchObject({ values: { durum: 'Açık' }, before: { durum: 'gone' } });
  });

  it('names no hidden field to a key that is not shown it', () => {
    const secret = field('maliyet', { isHidden: true, description: 'alış' });
    const facts = [...schema, fieldAdded({ ...of, fieldId: 'g', field: secret })];
    const changed = { ...secret, description: 'alış fiyatı' };
    const numbered = valuesNumbered({
      ...of,
      fieldId: 'g',
      counter: { next: 4711, pages: 1 },
      rows: [{ id: 'r', number: 4710 }],
    });
    const told = [
      facts,
      [...facts, fieldChanged({ ...of, fieldId: 'g', field: changed })],
      [...facts, fieldRemoved({ ...of, fieldId: 'g' })],
      [...facts, fieldMoved({ ...of, fieldId: 'g', order: ['g', 'f'] })],
      [...facts, numbered],
      [...facts, fieldMoved({ ...of, fieldId: 'f', order: ['g', 'f'] })],
    ].map(some => rendered(some, { sight: 'plain' }));
    expect(JSON.stringify(told)).not.toMatch(/maliyet|alış|"g"|471/);
    expect(told.map(({ summary }) => summary)).toEqual([
      'Ayşe “Ürünler” tablosuna “gizli bir alan” alanını ekledi',
      'Ayşe “Ürünler” tablosunda “gizli bir alan” alanını değiştirdi',
      'Ayşe “Ürünler” tablosundan “gizli bir alan” alanını sildi',
      expect.stringContaining('gizli bir alan'),
      expect.stringContaining('gizli bir alan'),
      expect.stringContaining('ad'),
    ]);
    expect(told.at(-1)!.data).toMatchObject({ order: ['ad'] });
    const open = rendered([...facts, fieldRemoved({ ...of, fieldId: 'g' })], { sight: 'reading' });
    expect(open).toMatchObject({ data: { fieldId: 'g', field: { name: 'maliyet' } } });
  });

  it('tells nothing of a file of a hidden field to a key that is not shown it', () => {
    const secret = field('sözleşmeler', { type: 'file', isHidden: true });
    const file = cellFileAdded({
      ...of,
      rowId: 'r',
      fieldId: 'g',
      fileId: 'ef56',
      name: 'feshi.png',
      uploaderId: 'u',
      size: 4711,
      kind: 'image/png',
      address: 'ab12',
      picture: { width: 640, height: 480, thumbnail: 'cd34' },
    });
    const facts = [...schema, fieldAdded({ ...of, fieldId: 'g', field: secret }), file];
    const told = JSON.stringify(rendered(facts, { sight: 'plain' }));
    expect(told).not.toMatch(/ef56|feshi|4711|image|ab12|640|cd34/);
    expect(told).toContain('gizli bir alan');
    expect(rendered(facts, { sight: 'reading' }).data).toMatchObject({ size: 4711 });
  });

  it('states what a change of the schema replaced', () => {
    expect(
      rendered([
        ...schema,
        fieldChanged({ ...of, fieldId: 'f', field: field('ad', { type: 'number' }) }),
      ]),
    ).toMatchObject({
      summary: 'Ayşe “Ürünler” tablosunda “ad” alanını değiştirdi: type: string → number',
      data: { before: { type: 'string' } },
    });
    expect(rendered([...schema, tableRenamed({ ...of, name: 'Mallar' })]).summary).toBe(
      'Ayşe bir tablonun adını değiştirdi: name: Ürünler → Mallar',
    );
    expect(rendered([...schema, fieldRemoved({ ...of, fieldId: 'f' })])).toMatchObject({
      summary: 'Ayşe “Ürünler” tablosundan “ad” alanını sildi',
      data: { before: { name: 'ad' } },
    });
    expect(rendered([...schema, tableDeleted(of)]).summary).toBe('Ayşe “Ürünler” tablosunu sildi');
    expect(
      rendered([
        projectSettingsChanged({ projectId: 'p', settings: defaultSettings, isPublic: true }),
      ]).summary,
    ).toBe('Ayşe proje ayarlarını değiştirdi: isPublic: Hayır → Evet');
  });

  it('shows no secret', () => {
    const created = rendered([
      projectCreated({
        projectId: 'p',
        ownerId: 'o',
        name: 'Stok',
        description: '',
        apiKey: 'hzm_abcdefghijklmnop',
        apiKeyPassword: 'gizli',
        keyType: 'project',
        parentProjectId: null,
        tableCount: 0,
        widgetCount: 0,
      }),
    ]);
    expect(created.data).toEqual({
      name: 'Stok',
      description: '',
      keyType: 'project',
      apiKey: 'hzm_abcd********mnop',
      apiKeyPassword: '********',
    });
    expect(
      rendered([apiKeyPasswordChanged({ projectId: 'p', apiKeyPassword: 'gizli' })]).data,
    ).toEqual({ apiKeyPassword: '********' });
    expect(rendered([protectionEnabled({ projectId: 'p', passwordHash: 'gizli' })]).data).toEqual(
      {},
    );
    expect(
      JSON.stringify(
        rendered([
          accountRegistered({
            accountId: 'a',
            name: 'x',
            email: 'x',
            passwordHash: 'gizli',
            isAdmin: false,
            subscriptionType: 'free',
            maxProjects: 2,
            maxTables: 5,
            maxStorage: 1073741824,
          }),
        ]),
      ),
    ).not.toContain('gizli');
  });

  it.each([
    'projectId',
    'ownerId',
    'passwordHash',
    'tokenHash',
    'handOverId',
    'fromId',
    'parentProjectId',
    'testEnvironmentId',
    'tableCount',
    'content',
    'attachments',
    'mentions',
  ])('omits `%s` of any event', member => {
    const entry = rendered([
      { type: 'something-happened', data: { name: 'Stok', [member]: 'gizli', version: 3 } },
    ]);
    expect(entry.data).toEqual({ name: 'Stok', version: 3 });
    expect(JSON.stringify(entry)).not.toContain('gizli');
  });

  it('shows the first of many rows and the beginning of long values', () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({ id: `r${i}`, values: { f: 'x' } }));
    const { data, summary } = rendered([...schema, rowsAdded({ ...of, rows })]);
    expect([summary, data!['count'], (data!['rows'] as unknown[]).length]).toEqual([
      'Ayşe “Ürünler” tablosuna 500 kayıt ekledi',
      500,
      20,
    ]);
    expect(
      rendered([...schema, rowAdded({ ...of, rowId: 'r', values: { f: '😀'.repeat(100) } })])
        .summary,
    ).toBe(`Ayşe “Ürünler” tablosuna bir kayıt ekledi: ad: ${'😀'.repeat(40)}…`);
  });

  it('lists three items and counts the others', () => {
    const fields = ['a', 'b', 'c', 'd', 'e'].map(name =>
      fieldAdded({ ...of, fieldId: name, field: field(name) }),
    );
    expect(
      rendered([
        ...schema,
        ...fields,
        rowAdded({
          ...of,
          rowId: 'r',
          values: {
            a: 1,
            b: true,
            c: { amount: 5, currency: 'TRY', symbol: '₺' },
            d: [1],
            e: null,
          },
        }),
      ]).summary,
    ).toBe('Ayşe “Ürünler” tablosuna bir kayıt ekledi: a: 1, b: Evet, c: 5 ₺ ve 1 alan daha');
  });

  it("formats values in the reader's language", () => {
    const values = { f: 12345.5, g: false, h: { amount: 1250.5, currency: 'TRY', symbol: '₺' } };
    const facts = [
      ...schema,
      fieldAdded({ ...of, fieldId: 'g', field: field('b') }),
      fieldAdded({ ...of, fieldId: 'h', field: field('c') }),
      rowAdded({ ...of, rowId: 'r', values }),
    ];
    expect(rendered(facts).summary).toBe(
      'Ayşe “Ürünler” tablosuna bir kayıt ekledi: ad: 12.345,5, b: Hayır, c: 1.250,5 ₺',
    );
    expect(rendered(facts, { language: 'en' }).summary).toBe(
      'Ayşe added a row to “Ürünler”: ad: 12,345.5, b: No, c: 1,250.5 ₺',
    );
    expect(
      rendered([
        ...schema,
        rowAdded({ ...of, rowId: 'r', values: { f: { value: 1500, unit: 'kg' } } }),
      ]).summary,
    ).toBe('Ayşe “Ürünler” tablosuna bir kayıt ekledi: ad: 1.500 kg');
  });

  it('omits the colon before an empty list', () => {
    expect(rendered([...schema, rowAdded({ ...of, rowId: 'r', values: {} })]).summary).toBe(
      'Ayşe “Ürünler” tablosuna bir kayıt ekledi',
    );
  });

  it('names deleted people and marks erased data', () => {
    expect(rendered([...schema, tableDeleted(of)], { name: '' })).toMatchObject({
      actor: { name: 'silinmiş kullanıcı' },
      summary: 'silinmiş kullanıcı “Ürünler” tablosunu sildi',
    });
    expect(rendered([rowAdded({ ...of, rowId: 'r', values: {} })], { erased: true })).toMatchObject(
      { data: null, summary: 'Ayşe bir şey yaptı; içeriği silindi' },
    );
  });

  it('names a field that an undone transfer brought back, however many are gone for good', () => {
    const back = [
      fieldRemoved({ ...of, fieldId: 'f' }),
      fieldAdded({ ...of, fieldId: 'f', field: field('ad') }),
    ];
    const others = Array.from({ length: 50_000 }, (_, n) =>
      fieldRemoved({ ...of, fieldId: `g${n}` }),
    );
    const added = rowAdded({ ...of, rowId: 'r', values: { f: 'a' } });
    expect(rendered([...schema, ...back, ...others, added]).data).toMatchObject({
      values: { ad: 'a' },
    });
  });

  it('keeps braces in values literal', () => {
    expect(
      rendered([...schema, rowAdded({ ...of, rowId: 'r', values: { f: '{actor} $& {count}' } })])
        .summary,
    ).toBe('Ayşe “Ürünler” tablosuna bir kayıt ekledi: ad: {actor} $& {count}');
  });
});
