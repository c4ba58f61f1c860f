import { memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/docs/api';
import type { DocContent, DocModule } from '@hzm/contracts/features/docs/api';
import { handle } from '@hzm/services/core/engine';
import { documentation, texts } from './documentation.ts';
import { search } from './search.ts';

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

const listed = (content: DocContent): DocModule => {
  const { id, name, title, description, category, endpoints, size } = content;
  return { id, name, title, description, category, endpoints, size };
};

export const handlers = [
  handle(api.listModules, async ({ language }) => {
    const all = await documentation(language);
    const categories = api.docCategories.map(id => {
      const counts = all
        .filter(({ category }) => category === id)
        .map(({ endpoints }) => endpoints);
      const name = memberOf(texts[language].categories, id) ?? id;
      return { id, name, count: counts.length, endpoints: sum(counts) };
    });
    return {
      data: {
        modules: all.map(listed),
        categories,
        stats: {
          totalDocs: all.length,
          totalEndpoints: sum(all.map(({ endpoints }) => endpoints)),
          totalCategories: categories.length,
        },
      },
    };
  }),

  handle(api.getModule, async ({ language }, { params: { moduleId } }) => {
    const module = (await documentation(language)).find(({ id }) => id === moduleId);
    if (!module) throw new Problem('NOT_FOUND', { text: 'doc-module-missing' });
    return { data: { module } };
  }),

  handle(api.searchDocs, async ({ language }, { query: { q, category } }) => ({
    data: { results: search(await documentation(language), q, category) },
  })),
];
