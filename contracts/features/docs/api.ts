import * as z from 'zod';
import { query } from '../../core/call.ts';

/** Minimum and maximum characters of a search. */
export const SEARCH_LENGTH = { min: 2, max: 100 } as const;

/** The groups of modules, in the order in which they are shown. */
export const docCategories = [
  'people',
  'projects',
  'data',
  'publishing',
  'conversation',
  'tools',
  'administration',
] as const;
const Category = z.enum(docCategories);

/** One parameter of a call, or one member of its body. `type` is written as in TypeScript. */
const DocMember = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'body']),
  type: z.string(),
  required: z.boolean(),
  description: z.string().optional(),
});

const DocCallLine = z.object({
  name: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  summary: z.string(),
});

const DocCall = DocCallLine.extend({
  aliases: z.array(z.string()),
  description: z.string().optional(),
  access: z.string(),
  status: z.number().int(),
  members: z.array(DocMember),
  answer: z.string(),
}).meta({ id: 'DocCall' });

/** `endpoints` counts the calls; `size` is the length of the content in bytes. */
const Described = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: Category,
  endpoints: z.number().int(),
});
const DocModule = Described.extend({ name: z.string(), size: z.number().int() }).meta({
  id: 'DocModule',
});

const DocContent = DocModule.extend({ content: z.string(), calls: z.array(DocCall) });

const DocCategory = z
  .object({
    id: Category,
    name: z.string(),
    count: z.number().int(),
    endpoints: z.number().int(),
  })
  .meta({ id: 'DocCategory' });

/** `relevance` is between 0 and 1; `calls` are the matching ones, best first. */
const DocResult = Described.extend({
  relevance: z.number(),
  calls: z.array(DocCallLine),
}).meta({ id: 'DocResult' });

const summaries = {
  description:
    'Texts are in the language of `Accept-Language`, made from the definitions that the server validates with.',
} as const;

export const listModules = query({
  name: 'list-doc-modules',
  call: 'GET /docs/modules',
  access: 'public',
  isFlat: true,
  answer: z.object({
    modules: z.array(DocModule),
    categories: z.array(DocCategory),
    stats: z.object({
      totalDocs: z.number().int(),
      totalEndpoints: z.number().int(),
      totalCategories: z.number().int(),
    }),
  }),
  summary: 'List the modules of the documentation',
  ...summaries,
});

export const getModule = query({
  name: 'get-doc-module',
  call: 'GET /docs/module/:moduleId',
  access: 'public',
  isFlat: true,
  params: z.strictObject({ moduleId: z.string().min(1).max(100) }),
  answer: z.object({ module: DocContent }),
  summary: 'Retrieve a module of the documentation',
  description: `${summaries.description} \`content\` is Markdown.`,
});

export const searchDocs = query({
  name: 'search-docs',
  call: 'GET /docs/search',
  access: 'public',
  isFlat: true,
  query: z.strictObject({
    q: z.string().trim().min(SEARCH_LENGTH.min).max(SEARCH_LENGTH.max),
    category: Category.optional(),
  }),
  answer: z.object({ results: z.array(DocResult) }),
  summary: 'Search the documentation',
  description:
    'Letters are compared without case and accents; every word must occur. Best results come first.',
});

export type DocCall = z.output<typeof DocCall>;
export type DocContent = z.output<typeof DocContent>;
export type DocModule = z.output<typeof DocModule>;
export type DocResult = z.output<typeof DocResult>;
export type DocCategory = (typeof docCategories)[number];
