import type { AnswerOf } from '@hzm/contracts/core/call';
import { fold } from '@hzm/contracts/core/turkish';
import type { DocCall, DocContent, searchDocs } from '@hzm/contracts/features/docs/api';

type DocResult = AnswerOf<typeof searchDocs>['results'][number];

/** Maximum calls shown of a module. */
const MAX_CALLS = 8;

/** Weights of the places where a word occurs; at the beginning of a word it counts double. */
const WEIGHT = { title: 8, summary: 6, path: 4, description: 2, member: 1 } as const;
/** The score of a module whose title, calls and one call's summary begin with the words. */
const BEST = 2 * (WEIGHT.title + WEIGHT.summary) + 1;

type Place = readonly [text: string, weight: number];

function scoreOf(word: string, places: readonly Place[]): number {
  let best = 0;
  for (const [text, weight] of places) {
    const at = text.indexOf(word);
    if (at === -1) continue;
    const isBeginning = at === 0 || text.includes(` ${word}`) || text.includes(`/${word}`);
    best = Math.max(best, isBeginning ? 2 * weight : weight);
  }
  return best;
}

/** The average score of the words in these places. */
const average = (words: readonly string[], places: readonly Place[]): number =>
  words.reduce((sum, word) => sum + scoreOf(word, places), 0) / words.length;
const hasAll = (words: readonly string[], places: readonly Place[]): boolean =>
  words.every(word => scoreOf(word, places) > 0);

interface Folded {
  readonly module: DocContent;
  readonly own: readonly Place[];
  readonly calls: readonly { readonly call: DocCall; readonly places: readonly Place[] }[];
}

const foldedModule = (module: DocContent): Folded => ({
  module,
  own: [
    [fold(module.title), WEIGHT.title],
    [module.id, WEIGHT.path],
    [fold(module.description), WEIGHT.description],
  ],
  calls: module.calls.map(call => ({
    call,
    places: [
      [fold(call.summary), WEIGHT.summary],
      [fold([`${call.method} ${call.path}`, ...call.aliases].join(' ')), WEIGHT.path],
      [fold(call.description ?? ''), WEIGHT.description],
      [fold(call.members.map(({ name }) => name).join(' ')), WEIGHT.member],
    ],
  })),
});

const kept = new WeakMap<readonly DocContent[], readonly Folded[]>();

function folded(modules: readonly DocContent[]): readonly Folded[] {
  const known = kept.get(modules) ?? modules.map(foldedModule);
  kept.set(modules, known);
  return known;
}

function resultOf({ module, own, calls }: Folded, words: readonly string[]): DocResult | undefined {
  const about = hasAll(words, own) ? average(words, own) : 0;
  const found = calls
    .map(({ call, places }) => ({ call, places, score: average(words, places) }))
    .filter(({ places, score }) => score > 0 && hasAll(words, [...places, ...own]))
    .toSorted((a, b) => b.score - a.score);
  const score = about + (found[0]?.score ?? 0) + Math.min(found.length, MAX_CALLS) / MAX_CALLS;
  if (score === 0) return undefined;
  const { id, title, description, category, endpoints } = module;
  return {
    id,
    title,
    description,
    category,
    endpoints,
    relevance: Math.round((score / BEST) * 1000) / 1000,
    calls: found
      .slice(0, MAX_CALLS)
      .map(({ call: { name, method, path, summary } }) => ({ name, method, path, summary })),
  };
}

/** Finds the modules that contain every word of a text, the most relevant first. */
export function search(
  modules: readonly DocContent[],
  text: string,
  category: string | undefined,
): DocResult[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return folded(modules)
    .filter(({ module }) => category === undefined || module.category === category)
    .flatMap(one => resultOf(one, words) ?? [])
    .toSorted((a, b) => b.relevance - a.relevance);
}
