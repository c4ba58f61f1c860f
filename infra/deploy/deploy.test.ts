import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeEnvironment, nodeFlags } from '../start/node-flags.mjs';

const root = join(import.meta.dirname, '../..');
const text = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');
interface Service {
  readonly environment?: Record<string, string>;
  readonly image?: string;
  readonly volumes?: string[];
}
const { services } = parse(text('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};
const ours = Object.entries(services).filter(([, { image }]) => image === 'hzm');

it('the compose file sets only variables that the configuration reads', () => {
  const known = readFileSync(join(root, 'infra/server/configuration.ts'), 'utf8');
  const names = ours.flatMap(([, { environment }]) => Object.keys(environment ?? {}));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter(name => !known.includes(`  ${name}: `))).toEqual([]);
});

it('the compose file runs every role twice, on both external stores', () => {
  expect(
    ours
      .map(([, { environment }]) => environment!['HZM_ROLES']!)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['api', 'api', 'projector', 'projector', 'realtime', 'realtime']);
  expect(
    ours.every(
      ([, { environment }]) =>
        environment!['HZM_EVENT_STORE'] &&
        environment!['HZM_READ_MODEL'] &&
        environment!['HZM_SECRET'],
    ),
  ).toBe(true);
});

it('the proxy names every service that answers', () => {
  const named = [...text('nginx.conf').matchAll(/server ([a-z0-9-]+):3000;/g)].map(
    ([, name]) => name!,
  );
  expect(new Set(named)).toEqual(
    new Set(ours.map(([name]) => name).filter(name => !name.startsWith('projector'))),
  );
});

it('the Dockerfile copies and starts existing files', () => {
  const lines = text('Dockerfile').split('\n');
  const copied = lines
    .filter(line => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap(line => line.split(/\s+/).slice(1, -1));
  expect(copied.filter(path => !existsSync(join(root, path)))).toEqual([]);
  const [, ...words] = JSON.parse(
    lines.findLast(line => line.startsWith('CMD '))!.slice('CMD '.length),
  ) as string[];
  expect(words.slice(0, -1)).toEqual(nodeFlags);
  const environment = lines.findLast(line => line.startsWith('ENV '))!.split(' ');
  expect(environment).toEqual(
    expect.arrayContaining(
      Object.entries(nodeEnvironment).map(([name, value]) => `${name}=${value}`),
    ),
  );
  expect(existsSync(join(root, words.at(-1)!))).toBe(true);
});
