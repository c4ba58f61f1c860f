import * as api from '@hzm/contracts/features/finder/api';
import { handle } from '@hzm/services/core/engine';
import { inComputingTime } from '../rows/computing.ts';
import { peopleNamed, threadsTitled } from './in-projects.ts';
import { rowsNamed } from './in-tables.ts';
import { searchedProjects } from './searched.ts';

export const handlers = [
  handle(api.findAnything, (context, { query: { q, projectId, tables } }) =>
    context.engine.lists.run(context.source, async () => {
      const asked = { ...context, pause: inComputingTime(context.pause) };
      const projects = await searchedProjects(asked, projectId);
      // Large tables take longest.
      const threads = await threadsTitled(asked, q, projects);
      const people = await peopleNamed(asked, q, projects);
      const rows = await rowsNamed(asked, q, { ids: tables?.split(',') ?? [], projectId });
      return { data: { ...rows, threads, people } };
    }),
  ),
];
