import { isOfProject } from '@hzm/contracts/features/members/rights';
import { calls } from '@hzm/contracts/registry';
import { expect, it } from 'vitest';
import { resources } from './resources.ts';

const named = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
const ofProjects = calls.filter(({ access }) => isOfProject(access));

it('a call names a project, one resource of a project, or belongs to the key that calls it', () => {
  expect(ofProjects.length).toBeGreaterThan(50);
  const unclear = ofProjects
    .map(({ path }) => named(path))
    .filter(names => !names.includes('projectId'))
    .filter(
      names => names.filter(name => resources.has(name)).length !== Math.min(names.length, 1),
    );
  expect(unclear).toEqual([]);
});

it('each resource is named by a parameter of its own, which a call has', () => {
  const used = new Set(ofProjects.flatMap(({ path }) => named(path)));
  expect([...resources.keys()].filter(name => !used.has(name))).toEqual([]);
  expect(resources.size).toBe(new Set(resources.values()).size);
});
