import { events } from '@hzm/contracts/registry';
import { expect, it } from 'vitest';
import { iconNameOf } from './KindIcon.tsx';

it("every event of a project's history has an icon by its type or its act", () => {
  const types = events
    .filter(({ isOfProject, shreds }) => isOfProject && !shreds)
    .map(({ type }) => type);
  expect(types.length).toBeGreaterThan(10);
  expect(types.filter(type => iconNameOf(type) === undefined)).toEqual([]);
  expect(iconNameOf('something-unheard-of')).toBeUndefined();
});
