// @vitest-environment jsdom
import type { JsonObject } from '@hzm/contracts/core/json';
import { MAX_EMBED_LENGTH } from '@hzm/contracts/features/widgets/embed';
import { WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import type { Content } from '@hzm/services/domain/features/widgets/data';
import { cellText } from '@hzm/services/domain/features/widgets/embed/cell';
import { contentHtml } from '@hzm/services/domain/features/widgets/embed/content-html';
import { pageOf } from '@hzm/services/domain/features/widgets/embed/page';
import { script } from '@hzm/services/domain/features/widgets/embed/script';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

const tableId = '01890000-0000-7000-8000-000000000000';
const hostile = fc.oneof(
  fc.constantFrom(
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    '</style><script>alert(1)</script>',
    '{{constructor}}',
    '{{__proto__}}',
    '{{ad}}{{ad}}',
    '# başlık\n- madde',
    'javascript:alert(1)',
    '&lt;b&gt;',
    '$& $1 $`',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
/** Elements and attributes that a page may have; text is text wherever it stands. */
const ELEMENTS =
  /^(?:html|head|meta|title|style|body|main|h1|h2|div|table|thead|tbody|tr|th|td|p|article|svg|g|rect|text|polyline|path|script)$/;
const ATTRIBUTES =
  /^(?:lang|charset|name|content|data-\w+|id|class|scope|role|tabindex|aria-label|viewbox|x|y|width|height|points|d)$/i;

it('no value, name or template puts an element, an attribute or a script into a page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('table' as const, 'chart' as const, 'custom' as const),
      fc.array(hostile, { minLength: 1, maxLength: 4 }),
      hostile,
      hostile,
      async (type, values, name, template) => {
        const columns = [
          { name: 'ad', type: 'string' as const },
          { name: 'adet', type: undefined },
        ];
        const fields = [{ field: 'id', name: 'ad' }];
        const settings = WidgetSettings.parse(
          type === 'chart'
            ? {
                type,
                tableId,
                group: { field: tableId, name: 'ad' },
                value: { compute: 'count', name: 'adet' },
              }
            : type === 'custom'
              ? {
                  type,
                  tableId,
                  fields,
                  template: `{{ad}}${template.replaceAll('\0', '')}`.toWellFormed(),
                }
              : { type, tableId, fields },
        );
        const rows = values.map((ad, adet) => ({ ad, adet }));
        const shown = { settings, columns, rows } as unknown as Content;
        const content = await contentHtml(shown, name, 'tr');
        const query = { format: 'iframe', theme: 'light', size: 'medium' } as const;
        const { body, script } = pageOf(
          { id: tableId, name, content, thanks: name, isForm: false },
          query,
          'tr',
        );
        const document = new DOMParser().parseFromString(body, 'text/html');
        for (const element of document.querySelectorAll('*')) {
          expect(element.localName).toMatch(ELEMENTS);
          for (const attribute of element.attributes) expect(attribute.name).toMatch(ATTRIBUTES);
        }
        const scripts = [...document.querySelectorAll('script')].map(one => one.textContent);
        expect(scripts).toEqual([script]);
        expect(document.querySelectorAll('main').length).toBe(1);
      },
    ),
    { numRuns: 60 },
  );
});

it('a value never becomes a heading, an item or a place of a template', async () => {
  const settings = WidgetSettings.parse({
    type: 'custom',
    tableId,
    fields: [{ field: 'id', name: 'ad' }],
    template: 'Ad: {{ad}}\n{{yok}}',
  });
  const columns = [{ name: 'ad', type: 'string' as const }];
  const rows = [{ ad: '\n# {{ad}}\n- x' }];
  const html = await contentHtml({ settings, columns, rows } as unknown as Content, 'w', 'tr');
  expect(html).toBe('<article><p>Ad: \n# {{ad}}\n- x</p><p>{{yok}}</p></article>');
});

describe('a content that is too long', () => {
  const templated = (template: string, rows: readonly JsonObject[]) => {
    const fields = [{ field: 'id', name: 'a' }];
    const settings = WidgetSettings.parse({ type: 'custom', tableId, fields, template });
    const columns = [{ name: 'a', type: 'string' as const }];
    return contentHtml({ settings, columns, rows } as unknown as Content, 'w', 'tr');
  };

  it.each([
    ['in lines', '{{a}}\n'.repeat(1_333), [{ a: '&'.repeat(1_000_000) }]],
    ['in one line', '{{a}}'.repeat(1_600), [{ a: '&'.repeat(1_000_000) }]],
    ['of empty lines', '{{a}}\n'.repeat(1_333), Array.from({ length: 500 }, () => ({ a: '' }))],
  ])('is refused before it is made: %s', async (_, template, rows) => {
    const replaced = vi.spyOn(String.prototype, 'replace');
    try {
      await expect(templated(template, rows)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      const most = MAX_EMBED_LENGTH / '<p></p>'.length;
      expect(replaced.mock.calls.length).toBeLessThan(2 * most + 1_000);
      const texts = replaced.mock.contexts.map(text => String(text).length);
      expect(Math.max(...texts.slice(0, 1_000))).toBeLessThanOrEqual(MAX_EMBED_LENGTH);
      expect(texts.filter(length => length > 100_000).length).toBeLessThan(3);
    } finally {
      replaced.mockRestore();
    }
  });

  it('is drawn while others get their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const rows = Array.from({ length: 500 }, () => ({ a: '' }));
    await templated('{{a}}'.repeat(1_600), rows);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('writes small numbers as they are, and large objects without words', () => {
    expect(cellText('en', 'number', 1e-12)).toBe('0.000000000001');
    expect(cellText('en', 'number', 0.1 + 0.2)).toBe('0.3');
    expect(cellText('en', 'number', 1_234_567.125)).toBe('1,234,567.125');
    expect(cellText('tr', 'object', { TRY: 1500, USD: 2 })).toBe('₺1.500,00, $2,00');
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`a${i}`, 1e300]));
    expect(cellText('tr', 'object', many)).toBe(JSON.stringify(many));
  });
});

it('a date is written as a day only if it is one: a moment keeps its time and zone', () => {
  expect(cellText('tr', 'date', '2026-11-03')).toBe('3\u00a0Kas\u00a02026');
  expect(cellText('en', 'date', '2026-11-03')).toBe('3\u00a0Nov\u00a02026');
  for (const moment of ['2026-11-03T01:30', '2026-11-03T01:30:00+03:00', '10:30'])
    expect(cellText('tr', 'date', moment)).toBe(moment);
});

it('a form sends numbers as the digits that were written', async () => {
  const settings = WidgetSettings.parse({
    type: 'form',
    tableId,
    fields: [{ field: tableId, name: 'n' }],
  });
  const byId = new Map([[tableId, { type: 'number', required: false, validation: {} }]]);
  const form = { settings, table: { byId }, columns: [], rows: [] } as unknown as Content;
  document.body.innerHTML = `<main data-id="w">${await contentHtml(form, 'w', 'tr')}</main>`;
  const sent: string[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  );
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    sent.push(body);
    return Promise.resolve(Response.json({ error: 'x' }, { status: 400 }));
  });
  // oxlint-disable-next-line typescript/no-implied-eval -- the page runs it, too
  new Function(script)();
  document.querySelector<HTMLInputElement>('[type=number]')!.value = '12345678901234567';
  document.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
  vi.unstubAllGlobals();
  expect(sent.map(body => JSON.parse(body) as unknown)).toEqual([
    { values: { [tableId]: '12345678901234567' }, website: '' },
  ]);
});
