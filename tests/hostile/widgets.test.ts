// @vitest-environment jsdom
import { WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import type { Content } from '@hzm/services/domain/features/widgets/data';
import { contentHtml } from '@hzm/services/domain/features/widgets/embed/content-html';
import { pageOf } from '@hzm/services/domain/features/widgets/embed/page';
import fc from 'fast-check';
import { expect, it } from 'vitest';

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

it('no value, name or template puts an element, an attribute or a script into a page', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('table' as const, 'chart' as const, 'custom' as const),
      fc.array(hostile, { minLength: 1, maxLength: 4 }),
      hostile,
      hostile,
      (type, values, name, template) => {
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
        const content = contentHtml({ settings, columns, rows } as unknown as Content, name, 'tr');
        const query = { format: 'iframe', theme: 'light', size: 'medium' } as const;
        const { body, script } = pageOf({ id: tableId, name, content, thanks: name }, query, 'tr');
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

it('a value never becomes a heading, an item or a place of a template', () => {
  const settings = WidgetSettings.parse({
    type: 'custom',
    tableId,
    fields: [{ field: 'id', name: 'ad' }],
    template: 'Ad: {{ad}}\n{{yok}}',
  });
  const columns = [{ name: 'ad', type: 'string' as const }];
  const rows = [{ ad: '\n# {{ad}}\n- x' }];
  const html = contentHtml({ settings, columns, rows } as unknown as Content, 'w', 'tr');
  expect(html).toBe('<article><p>Ad: \n# {{ad}}\n- x</p><p>{{yok}}</p></article>');
});
