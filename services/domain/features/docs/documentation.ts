import type { Call } from '@hzm/contracts/core/call';
import { memberOf, type JsonObject } from '@hzm/contracts/core/json';
import { Schemas } from '@hzm/contracts/core/json-schemas';
import type { Language } from '@hzm/contracts/core/language';
import { docCategories, type DocCall, type DocContent } from '@hzm/contracts/features/docs/api';
import { modulesOf } from '@hzm/contracts/features/docs/categories';
import en from '@hzm/contracts/features/docs/docs.en.json' with { type: 'json' };
import tr from '@hzm/contracts/features/docs/docs.tr.json' with { type: 'json' };
import turkishDescriptions from '@hzm/contracts/features/docs/turkish-descriptions.json' with { type: 'json' };
import turkishNotes from '@hzm/contracts/features/docs/turkish-notes.json' with { type: 'json' };
import turkishSummaries from '@hzm/contracts/features/docs/turkish-summaries.json' with { type: 'json' };
import { isOfProject, rights } from '@hzm/contracts/features/members/rights';
import { callsByModule } from '@hzm/contracts/registry';
import { nextTurn } from '@hzm/services/core/concurrency/next-turn';
import { markdownOf } from './markdown.ts';
import { typeText } from './type-text.ts';

export const texts = { tr, en } as const;
type Translations = Readonly<Record<Language, Readonly<Record<string, string>>>>;
/** The definitions are English. Summaries and descriptions by call, notes by their English text. */
const summaries: Translations = { tr: turkishSummaries, en: {} };
const descriptions: Translations = { tr: turkishDescriptions, en: {} };
const notes: Translations = { tr: turkishNotes, en: {} };
type Category = (typeof docCategories)[number];

const categoryOf = (id: string): Category =>
  docCategories.find(category => modulesOf[category].includes(id)) ?? 'tools';

const listOf = (
  language: Language,
  names: Readonly<Record<string, string>>,
  of: readonly string[],
) =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(of.map(one => names[one] ?? one));

/** Says who may make a call. */
function accessText({ access }: Call, language: Language): string {
  const { access: said, roles, permissions } = texts[language];
  if (!isOfProject(access)) return said[access];
  const { roles: allowed, key } = rights[access];
  const byRole = said.role.replace('{roles}', listOf(language, roles, allowed));
  return key === null
    ? byRole
    : `${byRole}; ${said.key.replace('{permissions}', listOf(language, permissions, key.permissions))}`;
}

type Member = DocCall['members'][number];

const noteOf = (text: unknown, language: Language): Pick<Member, 'description'> =>
  typeof text === 'string' ? { description: memberOf(notes[language], text) ?? text } : {};

function membersOf(schema: JsonObject, place: Member['in'], language: Language): Member[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    type: typeText(shape),
    required: place === 'path' || required.includes(name),
    ...noteOf(shape['description'], language),
  }));
}

function answerText({ answer, file, isFlat }: Call, schemas: Schemas): string {
  if (file?.way === 'answered') return file.type;
  const shape = typeText(schemas.of(answer, 'output'));
  return isFlat ? shape : `{ data: ${shape} }`;
}

function describe(call: Call, language: Language, schemas: Schemas): DocCall {
  const named = new Set([...call.path.matchAll(/[:*](\w+)/g)].map(([, name]) => name));
  const summary = memberOf(summaries[language], call.name);
  return {
    name: call.name,
    method: call.method,
    path: call.path.replace(/[:*](\w+)/g, '{$1}'),
    aliases: call.aliases.map(path => path.replace(/[:*](\w+)/g, '{$1}')),
    summary: summary ?? call.summary,
    ...(call.description !== undefined && {
      description: memberOf(descriptions[language], call.name) ?? call.description,
    }),
    access: accessText(call, language),
    status: call.status,
    members: [
      ...membersOf(schemas.of(call.params, 'input'), 'path', language).filter(({ name }) =>
        named.has(name),
      ),
      ...membersOf(schemas.of(call.query, 'input'), 'query', language),
      ...(call.method === 'GET' || call.file?.way === 'sent'
        ? []
        : membersOf(schemas.of(call.body, 'input'), 'body', language)),
    ],
    answer: answerText(call, schemas),
  };
}

/** Describes all calls in one language; yields to other requests after each of them. */
async function made(language: Language): Promise<readonly DocContent[]> {
  const schemas = new Schemas();
  const modules: DocContent[] = [];
  for (const [id, ofModule] of callsByModule) {
    const calls: DocCall[] = [];
    for (const call of ofModule) {
      calls.push(describe(call, language, schemas));
      await nextTurn();
    }
    const about = memberOf(texts[language].modules as Record<string, About>, id);
    const { title = id, description = '' } = about ?? {};
    const content = markdownOf(title, description, calls, texts[language].words);
    const size = Buffer.byteLength(content);
    const endpoints = calls.length;
    const category = categoryOf(id);
    modules.push({ id, name: id, title, description, category, endpoints, size, content, calls });
  }
  const order = docCategories.flatMap(category => modulesOf[category]);
  return modules.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

interface About {
  readonly title: string;
  readonly description: string;
}

const kept = new Map<Language, Promise<readonly DocContent[]>>();

/** Returns the documentation in a language, made on first request; a failure is not kept. */
export function documentation(language: Language): Promise<readonly DocContent[]> {
  const known = kept.get(language) ?? made(language);
  kept.set(language, known);
  known.catch(() => kept.delete(language));
  return known;
}
