import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memberOf } from '@hzm/contracts/core/json';
import { modulesOf } from '@hzm/contracts/features/docs/categories';
import turkishDescriptions from '@hzm/contracts/features/docs/turkish-descriptions.json' with { type: 'json' };
import turkishNotes from '@hzm/contracts/features/docs/turkish-notes.json' with { type: 'json' };
import turkishSummaries from '@hzm/contracts/features/docs/turkish-summaries.json' with { type: 'json' };
import { calls, callsByModule } from '@hzm/contracts/registry';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { say } from '../services/core/say.ts';
import { texts as documented } from '../services/domain/features/docs/documentation.ts';

const root = join(import.meta.dirname, '..');

type Texts = { readonly [key: string]: string | Texts };
const read = (file: string): Texts => JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts;
const flat = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[prefix + key, text] as [string, string]]
      : flat(text, `${prefix + key}.`),
  );

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const within = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(within)];

const sources = globSync('web/{features,routes,shell,ui,lib,realtime,state}/**/*.{ts,tsx}', {
  cwd: root,
})
  .filter(file => !file.includes('.test.') && !file.endsWith('.d.ts'))
  .map(file => {
    const text = readFileSync(join(root, file), 'utf8');
    return { file, text, nodes: within(parseSync(file, text).program as unknown as Node) };
  });

const LETTER = /\p{L}/u;
const SPOKEN = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'label',
  'alt',
  'description',
  'error',
  'prompt',
  'warning',
  'confirm',
  'text',
]);

/** The parts of a template that are the same each time. */
const fixedParts = ({ quasis }: Node): string[] =>
  (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
const nameOf = (attribute: Node): string => String((attribute['name'] as Node)['name']);

/**
 * Whether an expression can be words of its own: those that it hands on, not those that it asks
 * about.
 */
function saysSomething(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' && LETTER.test(node['value']);
    case 'TemplateLiteral':
      return (
        fixedParts(node).some(part => LETTER.test(part)) ||
        (node['expressions'] as Node[]).some(saysSomething)
      );
    case 'JSXText':
      return LETTER.test(node['value'] as string);
    case 'JSXExpressionContainer':
      return saysSomething(node['expression'] as Node);
    case 'ConditionalExpression':
      return saysSomething(node['consequent'] as Node) || saysSomething(node['alternate'] as Node);
    case 'LogicalExpression':
      return saysSomething(node['right'] as Node);
    default:
      return false;
  }
}

/**
 * Returns the texts that a screen shows or a screen reader says: children of elements, and
 * attributes that are read.
 */
function spokenBy(node: Node): Node[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return node['children'] as Node[];
  return node.type === 'JSXAttribute' && isNode(node['value']) && SPOKEN.has(nameOf(node))
    ? [node['value']]
    : [];
}

describe('the texts of the web application', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(100);
  });

  it('stand in the locales, never in the code', () => {
    // The window's title puts the product's name behind the screen's.
    const literal = sources.flatMap(({ file, text, nodes }) =>
      nodes
        .flatMap(spokenBy)
        .filter(saysSomething)
        .map(node => ({
          place: `${file}:${text.slice(0, node.start).split('\n').length}`,
          words: text.slice(node.start, node['end'] as number),
        }))
        .filter(({ words }) => !words.endsWith(' · HZM`}'))
        .map(({ place, words }) => `${place} ${words.trim()}`),
    );
    expect(literal).toEqual([]);
  });

  it('are all used', () => {
    const unused = namespaces.flatMap(namespace => {
      const { literals, patterns } = wordsAbout(namespace);
      return flat(read(`web/locales/tr/${namespace}.json`))
        .map(([key]) => key.replace(/_(?:one|other)$/, ''))
        .filter(key => !literals.has(key) && !patterns.some(pattern => pattern.test(key)))
        .map(key => `${namespace}:${key}`);
    });
    expect(unused).toEqual([]);
  });
});

const namespaces = globSync('*.json', { cwd: join(root, 'web/locales/tr') }).map(file =>
  file.replace('.json', ''),
);
const textOf = (node: Node): string | undefined =>
  node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;

/**
 * Returns the words that may be keys of a namespace, from files that name it or name none: whole
 * literals, and patterns of those that are completed at run time.
 */
function wordsAbout(namespace: string): {
  literals: ReadonlySet<string>;
  patterns: readonly RegExp[];
} {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  for (const { nodes } of sources) {
    const named = new Set(
      nodes.map(textOf).filter(text => text !== undefined && namespaces.includes(text)),
    );
    const about = named.size === 0 || named.has(namespace);
    const keyIn = (text: string): string | undefined => {
      const [first = '', ...rest] = text.split(':');
      return rest.length > 0 && namespaces.includes(first)
        ? first === namespace
          ? rest.join(':')
          : undefined
        : about
          ? text
          : undefined;
    };
    for (const node of nodes) {
      const [first, ...others] =
        node.type === 'TemplateLiteral' ? fixedParts(node) : [textOf(node)];
      const key = first === undefined ? undefined : keyIn(first);
      if (key === undefined) continue;
      if (node.type === 'Literal') literals.add(key);
      else if (LETTER.test(key))
        patterns.push(
          new RegExp(`^${[key, ...others].map(part => RegExp.escape(part!)).join('.+')}$`),
        );
    }
  }
  return { literals, patterns };
}

/** Ways to change or put together words that know no language, and the files that may have them. */
const languageless: readonly (readonly [
  pattern: RegExp,
  instead: string,
  may: readonly string[],
])[] = [
  [/\.toLocale(?:Lower|Upper)Case\(\)/, 'toLocaleLowerCase(language)', []],
  [/\.toLocale(?:Date|Time)?String\(/, 'Intl', []],
  [/\.localeCompare\(/, 'Intl.Collator or sortKey', []],
  [
    /\.join\(', '\)/,
    'formatList or formatParts',
    // Texts that are read again, in the form in which they are typed, and programs.
    [
      'web/features/administration/pricing/campaign-values.ts',
      'web/features/math/model/inputs.ts',
      'web/features/grid/model/filter-text.ts',
      'web/features/keys/examples/write-example.ts',
      'web/lib/values/choices.ts',
    ],
  ],
];

it.each(languageless)('no screen knows %s instead of %s', (pattern, _, may) => {
  const found = sources
    .filter(({ file, text }) => pattern.test(text) && !may.includes(file))
    .map(({ file }) => file);
  expect(found).toEqual([]);
});

describe('the texts of both languages', () => {
  const texts = globSync(['web/locales/{tr,en}/*.json', 'contracts/**/*.{tr,en}.json'], {
    cwd: root,
    exclude: ['**/node_modules'],
  });
  const other = (file: string): string =>
    file.replace(/(?<=[/.])(?:tr|en)(?=[/.])/, language => (language === 'tr' ? 'en' : 'tr'));

  it.each(['web/locales/', 'contracts/'])('exist in %s', place => {
    expect(texts.filter(file => file.startsWith(place)).length).toBeGreaterThan(0);
  });

  it('have a file for each language', () => {
    expect(texts.map(other).filter(file => !texts.includes(file))).toEqual([]);
  });

  it('have the same keys', () => {
    const missing = texts.flatMap(file => {
      const here = new Set(flat(read(file)).map(([key]) => key));
      return flat(read(other(file)))
        .filter(([key]) => !here.has(key))
        .map(([key]) => `${file}: ${key}`);
    });
    expect(missing).toEqual([]);
  });

  it('describe each module of the documentation, and each call in turkish-summaries.json', () => {
    const modules = [...callsByModule.keys()].toSorted();
    expect(Object.values(modulesOf).flat().toSorted()).toEqual(modules);
    for (const language of ['tr', 'en'] as const)
      expect(Object.keys(documented[language].modules).toSorted()).toEqual(modules);
    expect(Object.keys(turkishSummaries).toSorted()).toEqual(
      calls.map(({ name }) => name).toSorted(),
    );
  });

  it('give each described call a Turkish description in turkish-descriptions.json', () => {
    const described = calls.filter(({ description }) => description !== undefined);
    expect(Object.keys(turkishDescriptions).toSorted()).toEqual(
      described.map(({ name }) => name).toSorted(),
    );
  });

  it('name in Turkish each member that the English text of the reference marks as code', () => {
    const turkish: Readonly<Record<string, string>> = turkishDescriptions;
    const pairs: readonly (readonly [string, string])[] = [
      ...calls.map(
        ({ name, description = '' }) => [description, memberOf(turkish, name) ?? ''] as const,
      ),
      ...Object.entries(turkishNotes),
    ];
    const left = pairs.flatMap(([english, told]) =>
      (english.match(/`[^`]+`/g) ?? [])
        .filter(code => !told.includes(code))
        .map(code => `${code} of “${english}”`),
    );
    expect(left).toEqual([]);
  });

  it('name each key once', () => {
    const twice = texts.filter(file => {
      const text = readFileSync(join(root, file), 'utf8');
      return (
        (text.match(/": /g)?.length ?? 0) !==
        (JSON.stringify(read(file), null, 1).match(/": /g)?.length ?? 0)
      );
    });
    expect(twice).toEqual([]);
  });

  it('write the apostrophe in one way', () => {
    expect(texts.filter(file => readFileSync(join(root, file), 'utf8').includes('’'))).toEqual([]);
  });

  it('are not empty', () => {
    expect(
      texts.flatMap(file =>
        flat(read(file))
          .filter(([, text]) => text.trim() === '')
          .map(([key]) => `${file}: ${key}`),
      ),
    ).toEqual([]);
  });
});

describe('the words of Turkish texts', () => {
  const glossary = readFileSync(join(root, 'docs/texts.md'), 'utf8');
  const rowsUnder = (heading: string): string[][] => {
    const lines = glossary.slice(glossary.indexOf(heading)).split('\n');
    const first = lines.findIndex(line => line.startsWith('|---')) + 1;
    const rest = lines.slice(first);
    return rest
      .slice(
        0,
        rest.findIndex(line => !line.startsWith('|')),
      )
      .map(line =>
        line
          .split('|')
          .slice(1, -1)
          .map(part => part.trim()),
      );
  };
  const lower = (text: string): string => text.toLocaleLowerCase('tr').replaceAll('apı', 'api');
  const never = rowsUnder('# Words of the screens').flatMap(([, , words = '']) =>
    words
      .split(',')
      .map(word => lower(word.trim()))
      .filter(word => word !== ''),
  );
  const quoted = new Set(rowsUnder('## Fixed texts').map(([text]) => text));
  const files = [
    'web/locales/tr/*.json',
    'contracts/**/*.tr.json',
    'contracts/features/docs/turkish-*.json',
  ];
  const turkish = globSync(files, { cwd: root, exclude: ['**/node_modules'] }).flatMap(file =>
    flat(read(file)).map(([key, text]) => ({ place: `${file}: ${key}`, text })),
  );

  it('are those of the glossary', () => {
    expect(never.length).toBeGreaterThan(8);
    const wrong = turkish
      .filter(({ text }) => !quoted.has(text))
      .flatMap(({ place, text }) =>
        never
          .filter(word => new RegExp(`(?<!\\p{L})${RegExp.escape(word)}`, 'u').test(lower(text)))
          .map(word => `${place} says “${word}”`),
      );
    expect(wrong).toEqual([]);
  });

  it('are quoted only as long as they are said', () => {
    expect([...quoted].filter(text => !turkish.some(said => said.text === text))).toEqual([]);
  });

  it('add no suffix to a value, whose vowels and last letter nobody knows', () => {
    const wrong = turkish
      .filter(({ text }) => /\}(?:['’]?\p{L}| (?:da|de|ta|te|m[ıiuü])(?!\p{L}))/u.test(text))
      .map(({ place, text }) => `${place}: ${text}`);
    expect(wrong).toEqual([]);
  });

  it('write a percent sign before its number', () => {
    const wrong = turkish
      .filter(({ text }) => /[\d}] ?%|yüzde \{/iu.test(text))
      .map(({ place, text }) => `${place}: ${text}`);
    expect(wrong).toEqual([]);
  });

  it('tell the types of fields apart, and none of them from a field', () => {
    const types = flat((read('web/locales/tr/tables.json') as { types: Texts }).types).map(
      ([, text]) => lower(text),
    );
    expect(types.filter((text, at) => types.indexOf(text) !== at)).toEqual([]);
    expect(types).not.toContain('alan');
  });
});

describe('the names of types of fields', () => {
  it.each(['tr', 'en'] as const)('are the same in refusals and on the screens (%s)', language => {
    const shown = read(`web/locales/${language}/tables.json`)['types'];
    expect(read(`contracts/field-types.${language}.json`)).toEqual(shown);
  });

  it('stand in refusals in place of their codes', () => {
    const refusal = { key: 'value-type', values: { type: 'number' } };
    expect(say('tr', refusal)).toMatch(/^Bu, “.?Sayı.?” türünde bir değer değil$/);
    expect(say('en', refusal)).toMatch(/^This is no value of the type “.?Number.?”$/);
  });
});
