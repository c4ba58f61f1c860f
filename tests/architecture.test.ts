import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nothingChanged } from '@hzm/contracts/core/request';
import { events } from '@hzm/contracts/registry';
import { requests } from '@hzm/projections/core/requests';
import { administration } from '@hzm/projections/features/administration/administration';
import { attachments } from '@hzm/projections/features/attachments/attachments';
import {
  endpointRouteDocs,
  endpointVersionDocs,
} from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import { requestMarkDocs } from '@hzm/projections/features/endpoint-requests/endpoint-requests';
import { history } from '@hzm/projections/features/history/history';
import { keyNameDocs, keyTextDocs } from '@hzm/projections/features/keys/keys';
import { notifications } from '@hzm/projections/features/notifications/notifications';
import { rowImports } from '@hzm/projections/features/row-files/row-files';
import { storage } from '@hzm/projections/features/storage/storage';
import { bin } from '@hzm/projections/features/tables/bin';
import { conversionDocs } from '@hzm/projections/features/tables/conversions';
import { numbers } from '@hzm/projections/features/tables/numbers';
import { relationships } from '@hzm/projections/features/tables/relationships';
import { threads } from '@hzm/projections/features/threads/threads';
import { webhooks } from '@hzm/projections/features/webhooks/webhooks';
import { ignored, projections } from '@hzm/projections/registry';
import { publications } from '@hzm/services/realtime/publications/registry';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const PACKAGES = ['contracts', 'projections', 'services', 'infra', 'web'];

interface Source {
  /** Path from the root. */
  readonly file: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

interface Import {
  readonly specifier: string;
  /** Path from the root; or the package; or the built-in module with its `node:`. */
  readonly target: string;
}

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesUnder(path);
    return [path];
  });

const targetOf = (file: string, specifier: string): string => {
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(file), specifier));
  if (specifier.startsWith('@hzm/')) return specifier.slice('@hzm/'.length);
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
};

const importsOf = (file: string, text: string): Import[] =>
  [
    /^\s*(?:import|export)\b[^'";]*\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ]
    .flatMap(pattern => [...text.matchAll(pattern)])
    .map(([, specifier = '']) => ({ specifier, target: targetOf(file, specifier) }));

/**
 * The npm package that a specifier is of; none of a path, a placeholder, a module of Node or one
 * that a build makes.
 */
const packageOf = (specifier: string): string | undefined =>
  /^(?:[.$]|node:|virtual:)/.test(specifier)
    ? undefined
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');

const sourcesOf = (paths: readonly string[]): readonly Source[] =>
  paths
    .filter(file => /\.(?:ts|tsx|mjs)$/.test(file))
    .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .map(({ file, text }) => ({ file, text, imports: importsOf(file, text) }));

const files = PACKAGES.flatMap(filesUnder);
const code = sourcesOf(files);
const testSources = sourcesOf(filesUnder('tests'));
/** The code that the product runs; tests may import everything. */
const sources = code.filter(({ file }) => !/\.test\.tsx?$/.test(file));

const within = (path: string, places: readonly string[]): boolean =>
  places.some(
    place => path === place || path.startsWith(place.endsWith(':') ? place : `${place}/`),
  );
const isOurs = (target: string): boolean => within(target, [...PACKAGES, 'tests']);

/** The sources of some folders; a rule about nothing is no rule. */
const sourcesIn = (...places: string[]): readonly Source[] => {
  const found = sources.filter(({ file }) => within(file, places));
  expect(found.length, `no sources in ${places.join(', ')}`).toBeGreaterThan(0);
  return found;
};

/** The imports that a rule forbids, as `file imports 'specifier'`. */
const offending = (
  among: readonly Source[],
  forbids: (target: string, file: string) => boolean,
): string[] =>
  among.flatMap(({ file, imports }) =>
    imports
      .filter(({ target }) => forbids(target, file))
      .map(({ specifier }) => `${file} imports '${specifier}'`),
  );

/** Fails with the rule and everything that breaks it. */
const expectNone = (found: readonly string[], rule: string): void => {
  if (found.length > 0) expect.fail(`${rule}:\n  ${found.join('\n  ')}`);
};

/** The circles of a graph: of each file that was found on one, the way back to it. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file]);
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

/** The events and collections that features define. */
const definedNames = new Set([
  ...events.filter(({ type }) => type !== nothingChanged.type).map(({ type }) => type),
  ...projections
    .filter(one => one !== requests)
    .flatMap(({ collections }) => collections.map(({ name }) => name)),
]);

describe('imports', () => {
  const closed: readonly { readonly of: string; readonly may: readonly string[] }[] = [
    { of: 'contracts', may: ['contracts', 'zod', 'decimal.js'] },
    { of: 'projections', may: ['projections', 'contracts'] },
    {
      of: 'services/domain',
      may: [
        'services/domain',
        'services/core',
        'projections',
        'contracts',
        're2js',
        'lru-cache',
        'bowser',
        'vitest',
      ],
    },
    {
      of: 'services/core',
      may: ['services/core', 'projections/core', 'contracts', 'node:', 'zod', 'jose', 'lru-cache'],
    },
  ];
  it.each(closed)('$of imports nothing else', ({ of, may }) => {
    expectNone(
      offending(sourcesIn(of), target => !within(target, may)),
      `${of} may import only ${may.join(', ')}`,
    );
  });

  const open: readonly { readonly of: string; readonly may: readonly string[] }[] = [
    {
      of: 'services/api',
      may: ['services/api', 'services/core', 'services/domain', 'projections', 'contracts'],
    },
    {
      of: 'services/realtime',
      may: ['services/realtime', 'services/core', 'services/domain', 'projections', 'contracts'],
    },
    { of: 'services', may: ['services', 'projections', 'contracts'] },
    { of: 'infra/server', may: ['infra', 'services', 'projections', 'contracts'] },
    { of: 'web', may: ['web', 'contracts'] },
  ];
  it.each(open)('$of imports no other package of ours', ({ of, may }) => {
    expectNone(
      offending(sourcesIn(of), target => isOurs(target) && !within(target, may)),
      `${of} may import packages and ${may.join(', ')}`,
    );
  });

  it('services/core knows no feature', () => {
    expectNone(
      offending(sourcesIn('services/core'), target => /(?:^|\/)features\//.test(target)),
      'features tell the engine by their definitions (contracts/core/event.ts, projections/core/projection.ts) what it needs to know of them',
    );
    const named = new RegExp(`'(?:${[...definedNames].join('|')})'`);
    expectNone(
      sourcesIn('services/core').flatMap(({ file, text }) =>
        text
          .split('\n')
          .flatMap((line, at) => (named.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
      ),
      'services/core names no event and no collection of a feature',
    );
  });

  it('adapters know ports and contracts; infra/server alone puts everything together', () => {
    const adapters = sourcesIn('infra').filter(({ file }) => !within(file, ['infra/server']));
    expectNone(
      offending(
        adapters,
        target =>
          isOurs(target) &&
          (within(target, ['infra/server']) ||
            !within(target, ['infra', 'services/core/ports', 'contracts'])),
      ),
      'an adapter may import packages, infra, services/core/ports and contracts',
    );
  });

  it('make no circles', () => {
    const all = [...code, ...testSources];
    const known = new Set(all.map(({ file }) => file));
    const resolved = (target: string): string | undefined =>
      ['', '.ts', '.tsx', '.mjs']
        .map(extension => `${target}${extension}`)
        .find(file => known.has(file));
    const graph = new Map(
      all.map(({ file, imports }) => [
        file,
        imports.flatMap(({ target }) => resolved(target) ?? []),
      ]),
    );
    expect(graph.values().reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(1_000);
    expectNone(
      circlesOf(graph).map(circle => circle.join(' → ')),
      'what two files share belongs in a third one',
    );
    expect(
      circlesOf(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b', 'd']],
          ['d', []],
        ]),
      ),
    ).toEqual([['b', 'c', 'b']]);
  });

  it('are declared: a package names in its package.json what its files import', () => {
    type Manifest = {
      readonly [kind in 'dependencies' | 'devDependencies']?: { readonly [name: string]: string };
    };
    const manifest = (folder: string): Manifest =>
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
    const { devDependencies: everywhere = {} } = manifest('.');
    for (const name of [...PACKAGES, 'tests']) {
      const { dependencies = {}, devDependencies = {} } = manifest(name);
      const declared = new Set([
        `@hzm/${name}`,
        ...Object.keys(everywhere),
        ...Object.keys(dependencies),
        ...Object.keys(devDependencies),
      ]);
      const imported = (name === 'tests' ? testSources : code)
        .filter(({ file }) => within(file, [name]))
        .flatMap(({ file, imports }) =>
          imports.map(({ specifier }) => ({ file, specifier, package: packageOf(specifier) })),
        );
      expect(imported.length).toBeGreaterThan(0);
      expectNone(
        imported
          .filter(one => one.package !== undefined && !declared.has(one.package))
          .map(({ file, specifier }) => `${file} imports '${specifier}'`),
        `${name}/package.json lacks`,
      );
    }
  });

  it('the browser runs no Node module', () => {
    expectNone(
      offending(
        sourcesIn('web'),
        (target, file) =>
          target.startsWith('node:') && !within(file, ['web/vite.config.ts', 'web/build']),
      ),
      'of the web application only web/vite.config.ts and web/build run in Node',
    );
  });

  it('features of the web application never import each other', () => {
    const featureOf = (path: string): string | undefined =>
      /^web\/features\/([^/]+)/.exec(path)?.[1];
    expectNone(
      offending(
        sourcesIn('web/features'),
        (target, file) => ![undefined, featureOf(file)].includes(featureOf(target)),
      ),
      'what two features share belongs in web/ui, web/lib, web/state or web/realtime',
    );
  });

  it.each([
    { technology: 'node:sqlite', home: 'infra/sqlite' },
    { technology: '@eventstore/db-client', home: 'infra/event-store/eventstoredb' },
    { technology: 'mongodb', home: 'infra/mongodb' },
    { technology: 'express', home: 'services/api' },
    { technology: 'socket.io', home: 'services/realtime' },
    { technology: 'nodemailer', home: 'infra/mail' },
    { technology: 'sharp', home: 'infra/inspection' },
    { technology: 'file-type', home: 'infra/inspection' },
    { technology: 'csv-parse', home: 'infra/row-files' },
    { technology: 'fflate', home: 'infra/row-files' },
    { technology: 'saxes', home: 'infra/row-files' },
    { technology: 'yauzl', home: 'infra/row-files' },
    { technology: 'decimal.js', home: 'contracts/features/math/decimal.ts' },
    { technology: 'jotai', home: 'web/state/jotai.ts' },
  ])('only $home imports $technology', ({ technology, home }) => {
    expectNone(
      offending(
        sourcesIn(...PACKAGES),
        (target, file) => target === technology && !within(file, [home]),
      ),
      `${technology} is known to ${home} alone`,
    );
  });
});

describe('features', () => {
  const features = [
    ...new Set(
      files
        .map(file => /^contracts\/features\/([^/]+)\//.exec(file)?.[1])
        .filter(name => name !== undefined),
    ),
  ];
  const folders = (place: string): string[] => [
    ...new Set(
      files
        .filter(file => file.startsWith(`${place}/`))
        .map(file => file.slice(place.length + 1).split('/')[0] ?? ''),
    ),
  ];

  it('have contracts', () => {
    expect(features.length).toBeGreaterThan(0);
  });

  it.each(['projections/features', 'services/domain/features'])(
    'have the same name in %s',
    place => {
      expect(folders(place).length, `no features in ${place}`).toBeGreaterThan(0);
      expectNone(
        folders(place).filter(name => !features.includes(name)),
        'not a feature of contracts/features',
      );
    },
  );

  it('have a domain where they have commands', () => {
    const commanding = features.filter(name =>
      code.some(
        ({ file, text }) =>
          file === `contracts/features/${name}/api.ts` && /=\s*command\(/.test(text),
      ),
    );
    expect(commanding.length, 'no feature has a command').toBeGreaterThan(0);
    expectNone(
      commanding.filter(name => !existsSync(join(root, 'services/domain/features', name))),
      'services/domain/features lacks',
    );
  });

  const importedBy = (file: string): readonly string[] =>
    sourcesIn(file).flatMap(({ imports }) => imports.map(({ target }) => target));
  const missing = (expected: readonly string[], registry: string): readonly string[] => {
    expect(expected.length, `nothing to be registered in ${registry}`).toBeGreaterThan(0);
    return expected.filter(file => !importedBy(registry).includes(file));
  };

  it('name all of their contracts in their feature.ts', () => {
    for (const feature of features) {
      const own = files.filter(file =>
        new RegExp(
          `^contracts/features/${feature}/(?:(?:api|events|upcasters)\\.ts|history\\.(?:tr|en)\\.json)$`,
        ).test(file),
      );
      expectNone(
        missing(own, `contracts/features/${feature}/feature.ts`),
        `contracts/features/${feature}/feature.ts lacks`,
      );
    }
  });

  it.each([
    [/^contracts\/features\/[^/]+\/feature\.ts$/, 'contracts/registry.ts'],
    [/^projections\/features\/([^/]+)\/\1\.ts$/, 'projections/registry.ts'],
    [/^services\/domain\/features\/[^/]+\/handlers\.ts$/, 'services/domain/registry.ts'],
    [
      /^services\/realtime\/publications\/(?!registry|publication)[^/]+(?<!\.test)\.ts$/,
      'services/realtime/publications/registry.ts',
    ],
  ])('%s is registered in %s', (pattern, registry) => {
    expectNone(
      missing(
        files.filter(file => pattern.test(file)),
        registry,
      ),
      `${registry} lacks`,
    );
  });

  it('with events have sentences for the history in both languages, and a projection unless their events only guard streams', () => {
    const withEvents = features.filter(name =>
      files.includes(`contracts/features/${name}/events.ts`),
    );
    expect(withEvents.length).toBeGreaterThan(3);
    expectNone(
      withEvents
        .flatMap(name =>
          ['tr', 'en'].map(language => `contracts/features/${name}/history.${language}.json`),
        )
        .filter(file => !files.includes(file)),
      'missing',
    );
    const handled = new Set([
      ...projections
        .filter(one => one !== requests && one !== history)
        .flatMap(({ types }) => [...types]),
      ...ignored,
    ]);
    expectNone(
      events.map(({ type }) => type).filter(type => !handled.has(type)),
      'no projection handles, and projections/registry.ts does not list as ignored',
    );
  });

  it('whose events name a project stand in its history, and can be filtered by there', () => {
    const ofProjects = events
      .filter(({ isOfProject, shreds }) => isOfProject && !shreds)
      .map(({ type }) => type);
    expect(ofProjects.length).toBeGreaterThan(10);
    expectNone(
      ofProjects.filter(type => !history.types.has(type)),
      'the history lacks',
    );
    for (const language of ['tr', 'en']) {
      const { kinds } = JSON.parse(
        readFileSync(join(root, `web/locales/${language}/history.json`), 'utf8'),
      ) as { readonly kinds: Readonly<Record<string, string>> };
      expect(
        Object.keys(kinds).toSorted(),
        `kinds of web/locales/${language}/history.json`,
      ).toEqual(ofProjects.toSorted());
    }
  });

  it('whose documents belong to a project publish them, and are folded for reads with asOf', () => {
    // Not for reads with `asOf`: overviews of administrators, notifications and threads, which
    // would make each look back fold everything ever written; storage, which changes with every
    // write and is asked for; the bin, which is about now.
    const published = new Set(publications.map(({ collection }) => collection.name));
    const ofProjects = projections.filter(
      one =>
        one !== history &&
        one !== administration &&
        one !== threads &&
        one !== attachments &&
        one !== notifications &&
        one !== storage &&
        one !== bin &&
        // A webhook tells of what comes; no past state has one.
        one !== webhooks &&
        // The fields of tables have them, too.
        one !== relationships &&
        // Counters are about rows that come.
        one !== numbers &&
        // An import is its owner's own, and over when the past is read.
        one !== rowImports &&
        events.some(({ type, isOfProject }) => isOfProject && one.types.has(type)) &&
        one !== requests,
    );
    expect(ofProjects.length).toBeGreaterThan(2);
    expectNone(
      ofProjects.filter(({ isPointInTime }) => !isPointInTime).map(({ name }) => name),
      'not marked as isPointInTime',
    );
    // Texts of keys are no resource, they only find their key; what is counted of requests, and the
    // versions of an endpoint, are published with them. Fields whose values wait to be
    // converted tell nobody anything: the converted rows are published.
    expectNone(
      ofProjects
        .flatMap(({ collections }) => collections)
        .filter(
          one =>
            one !== keyTextDocs &&
            one !== keyNameDocs &&
            one !== requestMarkDocs &&
            one !== endpointVersionDocs &&
            one !== endpointRouteDocs &&
            one !== conversionDocs &&
            !published.has(one.name),
        )
        .map(({ name }) => name),
      'services/realtime/publications lacks a file for',
    );
  });

  it('are told about: docs/internals/features.md names every file that one needs', () => {
    const guide = readFileSync(join(root, 'docs/internals/features.md'), 'utf8');
    const places = [
      'feature.ts',
      'events.ts',
      'api.ts',
      'history.{tr,en}.json',
      'contracts/registry.ts',
      'projections/registry.ts',
      'services/domain/registry.ts',
      'services/realtime/publications/registry.ts',
      'web/locales/{tr,en}/history.json',
      'tests/projections/sample-events.ts',
    ];
    expectNone(
      places.filter(place => !guide.includes(place)),
      'docs/internals/features.md lacks',
    );
  });
});

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesUnder('docs').filter(file => file.endsWith('.md')),
].map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }));

describe('documentation', () => {
  it('docs/architecture.md is read within the first hour: 120 short lines at most', () => {
    const lines = pages.find(({ file }) => file === 'docs/architecture.md')!.text.split('\n');
    expect(lines.length).toBeLessThanOrEqual(120);
    expectNone(
      lines.filter(line => line.length > 120),
      'longer than 120 characters',
    );
  });

  it('names only files that exist', () => {
    const present = [...files, ...filesUnder('tests')];
    const named = pages
      // One has an imagined feature as its example, the other tells of former versions.
      .filter(({ file }) => !['docs/internals/features.md', 'docs/changelog.md'].includes(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/`([\w/-][\w./-]*\.tsx?)`/g)].map(([, path]) => ({ file, path: path! })),
      );
    expect(named.length).toBeGreaterThan(200);
    expectNone(
      named
        .filter(({ path }) => !present.some(one => one === path || one.endsWith(`/${path}`)))
        .map(({ file, path }) => `${file}: ${path}`),
      'no such file',
    );
  });

  it('its links lead to pages and headings that exist', () => {
    const slug = (heading: string): string =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
        .replaceAll(/\s/g, '-');
    const leads = (from: string, link: string): boolean => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? from : join(dirname(from), path);
      if (!existsSync(join(root, target))) return false;
      if (anchor === undefined) return true;
      const { text = '' } = pages.find(({ file }) => file === target) ?? {};
      return [...text.matchAll(/^#+ (.+)$/gm)].some(([, heading]) => slug(heading!) === anchor);
    };
    const links = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:\]\(|^\[[^\]]+\]: )(?!https?:)([\w./-]*(?:#\S*?)?)(?:\)|$)/gm)].map(
        ([, link]) => ({
          file,
          link: link!,
        }),
      ),
    );
    expect(links.length).toBeGreaterThan(50);
    expectNone(
      links
        .filter(({ file, link }) => !leads(file, link))
        .map(({ file, link }) => `${file}: ${link}`),
      'leads nowhere',
    );
  });
});

/**
 * The floors of services/domain, from bottom to top: a folder imports folders of lower floors only.
 * `docs/internals/features.md` says why each stands where it does.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['access'],
  ['past'],
  ['portfolio'],
  [
    'cors',
    'docs',
    'looks',
    'math',
    'monitoring',
    'pricing',
    'read-marks',
    'status',
    'storage',
    'webhooks',
  ],
  ['accounts', 'attachments', 'backups', 'endpoint-requests', 'history', 'keys', 'notifications'],
  ['master', 'members', 'tables', 'threads'],
  ['saved-views'],
  ['rows'],
  ['cell-files', 'custom-endpoints', 'finder', 'row-files'],
  ['widgets'],
  ['projects', 'transfers'],
  ['administration', 'copies'],
  ['erasure'],
  ['own-account', 'portable'],
];

describe('features on floors', () => {
  const folderOf = (path: string): string | undefined =>
    /^services\/domain\/(?:features\/)?([^/.]+)\//.exec(path)?.[1];
  const floorOf = (folder: string): number => FLOORS.findIndex(floor => floor.includes(folder));
  /** The imports of one folder of services/domain from another one. */
  const crossing = sourcesIn('services/domain').flatMap(({ file, imports }) => {
    const from = folderOf(file);
    return imports.flatMap(({ target }) => {
      const to = folderOf(target);
      return to === undefined || to === from ? [] : [{ file, target, from, to }];
    });
  });
  const below = (folder: string): readonly string[] => [
    ...new Set(crossing.filter(({ from }) => from === folder).map(({ to }) => to)),
  ];

  it('stand on one floor each', () => {
    const folders = sourcesIn('services/domain').flatMap(({ file }) => folderOf(file) ?? []);
    expect([...new Set(folders)].toSorted()).toEqual(['testing', ...FLOORS.flat()].toSorted());
  });

  it('import from lower floors only', () => {
    expect(crossing.length).toBeGreaterThan(100);
    expectNone(
      crossing
        .filter(({ from, to }) => from !== undefined && floorOf(to) >= floorOf(from))
        .map(({ file, target }) => `${file} imports ${target}`),
      'docs/internals/features.md tells how to turn such an import round',
    );
  });

  it('are put together by services/domain/registry.ts; no other file beside them imports one', () => {
    expectNone(
      crossing
        .filter(({ from, file }) => from === undefined && file !== 'services/domain/registry.ts')
        .map(({ file, target }) => `${file} imports ${target}`),
      'what features share stands in a folder on a lower floor',
    );
  });

  /** Draws the floors; an arrow that follows from others is left out. */
  const drawn = (): string => {
    const reached = (from: string): ReadonlySet<string> =>
      new Set(below(from).flatMap(other => [other, ...reached(other)]));
    const arrows = FLOORS.flat().flatMap(folder => {
      const direct = below(folder);
      const indirect = new Set(direct.flatMap(other => [...reached(other)]));
      return direct
        .filter(other => !indirect.has(other))
        .toSorted()
        .map(other => `  ${folder} --> ${other}`);
    });
    const floors = FLOORS.map((folders, at) => [
      `  subgraph floor${at}[" "]`,
      ...folders.map(name => `    ${name}`),
      '  end',
    ]).toReversed();
    return ['```mermaid', 'flowchart TD', ...floors.flat(), ...arrows, '```'].join('\n');
  };

  it('are drawn in docs/internals/features.md', async () => {
    const file = join(root, 'docs/internals/features.md');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('```mermaid');
    await expect(text.replace(/```mermaid[^]*?```/, drawn())).toMatchFileSnapshot(file);
  });
});

/** Folders whose comments keep the rules of plain English, sorted. */
const PLAIN = ['contracts', 'infra', 'projections', 'services', 'tests', 'web'];

/** The comments of a source that stand on lines of their own, without their delimiters. */
const commentsOf = (text: string): readonly { readonly isDoc: boolean; readonly text: string }[] =>
  [...text.matchAll(/^[ \t]*(?:\/\*[^]*?\*\/|(?:\/\/.*\n?[ \t]*)+)/gm)].map(([comment]) => ({
    isDoc: comment.trimStart().startsWith('/**'),
    text: comment.replaceAll(/^[ \t]*(?:\/\*+|\*\/|\*|\/\/)[ \t]?|\*\/\s*$/gm, '').trim(),
  }));

describe('files', () => {
  const named = (pattern: RegExp): string[] =>
    sourcesIn(...PACKAGES)
      .map(({ file }) => file)
      .filter(file => pattern.test(file));

  it('are no barrels', () => {
    expectNone(
      named(/\/index\.tsx?$/).filter(file => !file.startsWith('web/routes/')),
      'import from the file that has the thing',
    );
  });

  it('are named after what they hold, not utils', () => {
    expectNone(named(/\/utils?\.[a-z]+$/), 'a name says what the file holds');
  });

  it('name the account for which they walk through rows: its turns are taken, not those of the server', () => {
    // The server's own: an export of everything, and counts for administrators.
    const own = [
      'services/domain/features/portable/export.ts',
      'services/domain/features/administration/projects.ts',
    ];
    const walks = sourcesIn('services/domain').filter(
      ({ file, text }) =>
        !own.includes(file) && /collection: rowDocs\b[^;]*\.\.\.SYSTEM/.test(text),
    );
    expectNone(
      walks.map(({ file }) => file),
      'a query of rows names the account that asks (`by`)',
    );
  });

  it('leave nothing to be done later', () => {
    const marked = sourcesIn(...PACKAGES).flatMap(({ file, text }) =>
      text
        .split('\n')
        .flatMap((line, at) => (/\b(?:TODO|FIXME)\b/.test(line) ? [`${file}:${at + 1}`] : [])),
    );
    expectNone(marked, 'an open end belongs in an issue');
  });

  it('begin comments with a noun or a verb and keep doc comments within three lines of text', () => {
    const OBLIQUE = /^(?:What|Who|Whom|Whose|Whatever|Whoever|Of|By|How|Where|So)\b/;
    const MAX_LINES = 3;
    const broken = (text: string): readonly string[] =>
      commentsOf(text)
        .filter(
          comment =>
            OBLIQUE.test(comment.text) ||
            (comment.isDoc &&
              comment.text.replace(/(?:^|\n)@[^]*/, '').split('\n').length > MAX_LINES),
        )
        .map(comment => comment.text);
    expectNone(
      [...code, ...testSources]
        .filter(({ file }) => within(file, PLAIN))
        .flatMap(({ file, text }) => broken(text).map(comment => `${file}: ${comment}`)),
      'a comment names its thing or says what it does, in at most three lines',
    );
    expect(broken('/** What a row is. */\n/**\n * A\n * b\n * c\n * d\n */\n// Why.\n')).toEqual([
      'What a row is.',
      'A\nb\nc\nd',
    ]);
  });

  it('have no line over 120 columns, but for a text or a pattern that cannot be broken', () => {
    const long = [...sourcesIn(...PACKAGES), ...testSources]
      .filter(({ file }) => !file.includes('.gen.'))
      .flatMap(({ file, text }) =>
        text
          .split('\n')
          .flatMap((line, at) =>
            line.length > 120 && !/['"`]|\/[a-z]*[,;]$/.test(line) ? [`${file}:${at + 1}`] : [],
          ),
      );
    expectNone(long, 'what the formatter cannot break has a name of its own');
  });
});

describe('JSON values', () => {
  it('are compared by sameJson: their texts differ with the order of members', () => {
    expectNone(
      sourcesIn(...PACKAGES)
        // Compares what is stored, whose text is indexed as it stands.
        .filter(({ file }) => file !== 'infra/read-model/sqlite/row-writer.ts')
        .flatMap(({ file, text }) =>
          /[!=]==\s*JSON\.stringify\(|JSON\.stringify\([^;]*?\)\s*[!=]==/.test(text) ? [file] : [],
        ),
      'sameJson of contracts/core/json.ts',
    );
  });
});

describe('texts of any length', () => {
  it('are normalized by nfc and nfd: putting many marks in order takes the square of their number', () => {
    // The second gives single letters with one mark.
    const KNOWN = ['contracts/core/normal.ts', 'contracts/core/turkish.ts'];
    expectNone(
      sourcesIn('contracts', 'projections', 'services', 'infra')
        .filter(({ file, text }) => !file.endsWith('.test.ts') && text.includes('.normalize('))
        .map(({ file }) => file)
        .filter(file => !KNOWN.includes(file)),
      'nfc or nfd of contracts/core/normal.ts',
    );
  });
});

describe('the wall clock, which jumps,', () => {
  /** Files that need the time of day: times that are stored, told or compared with such times. */
  const TOLD = new Set([
    'contracts/core/ids.ts',
    'infra/backup/backup-folder.ts',
    'infra/files/mongodb/grid-file-store.ts',
    'infra/process-registry/mongodb/mongo-process-registry.ts',
    'infra/server/backup/backup-thread.ts',
    'infra/server/backup/main.ts',
    'infra/server/seed/workspace.ts',
    'infra/server/engine.ts',
    'services/core/commands/command-executor.ts',
    'services/core/status/last-hour.ts',
    'services/core/security/session.ts',
    'services/core/status/status-service.ts',
    'services/realtime/sweep.ts',
  ]);

  it('measures no time that passes: no limit, window or lease of a process depends on it', () => {
    const asking = sourcesIn('contracts', 'projections', 'services', 'infra').filter(
      ({ file, text }) => !file.endsWith('.test.ts') && /\bDate\.now\b|\bnew Date\(\)/.test(text),
    );
    expectNone(
      asking.map(({ file }) => file).filter(file => !TOLD.has(file)),
      'performance.now(), or the clock of the store',
    );
  });
});

describe('what people named', () => {
  /**
   * Without comments and texts, so that only code is looked at; `untold`: without templates, too.
   */
  const bare = (line: string): string =>
    line
      .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
      .replace(/\/\/.*|\/\*.*?\*\/|^\s*\*.*/g, '');
  const untold = (line: string): string => bare(line.replace(/`(?:[^`\\]|\\.)*(?:`|$)/g, ''));
  const linesThat = (offends: RegExp, seen = bare): string[] =>
    sourcesIn(...PACKAGES)
      .filter(({ file }) => !file.includes('.gen.'))
      .flatMap(({ file, text }) =>
        text
          .split('\n')
          .flatMap((line, at) =>
            offends.test(seen(line)) ? [`${file}:${at + 1}: ${line.trim()}`] : [],
          ),
      );
  /**
   * Reads of a member by a name that a person may have given. `record[name] = …` makes an own
   * member; `__proto__` is nobody's name (`FieldName`).
   */
  const READS =
    /(?<!\bdelete [\w.]*)[\w)\]!]\??\.?\[(?:[\w.!()?]*\.)?(?:name|key|path|field|member|of|id|fieldId|word|text)(?:\([^()]*\))?!?\](?!\s*=(?:[^=>]|$))/;
  const ASKS = /(?<!\[|\bconst )(?<![\w'"`.])[a-zA-Z][\w.]*\s+in\s+[a-zA-Z]\w*(?:[.)\s&|?]|$)/;

  it('is read from records as own members only', () => {
    expectNone(
      linesThat(READS).filter(line => !/^(?:contracts\/core\/json\.ts|infra\/start\/)/.test(line)),
      '`toString` is in every object: memberOf (contracts/core/json.ts), or a Map; infra/start runs before there is TypeScript',
    );
  });

  it('is asked of records as own members only', () => {
    expectNone(linesThat(ASKS, untold), '`toString` is in every object: Object.hasOwn, or a Set');
  });

  it('is found by these rules where it is read', () => {
    for (const line of [
      'row[field.name] ?? null',
      'row?.[field]',
      'a.values[id]!',
      'table.fields[path]',
      'b[op.field] === 1',
      'f(x)[name(id)]',
    ])
      expect([line, READS.test(line)]).toEqual([line, true]);
    for (const line of [
      'row[field.name] = 1',
      'delete copy[name]',
      'rows[i]',
      "row['name']",
      'Shape[number]',
      'memberOf(row, name)',
      '[name]: 1',
      '({ [id]: x })',
    ])
      expect([line, READS.test(line)]).toEqual([line, false]);
    for (const line of [
      'field.name in values',
      'if (!(key in b)) return',
      'x.some(one => one in all)',
    ])
      expect([line, ASKS.test(line)]).toEqual([line, true]);
    for (const line of ['for (const key in all)', "'a' in b", '[K in keyof T]: 1'])
      expect([line, ASKS.test(line)]).toEqual([line, false]);
  });
});
