import { parseAst, type Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** Members of a call's definition that only the description of the API needs. */
const TEXTS: ReadonlySet<unknown> = new Set(['summary', 'description']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const keyOf = ({ key }: Node): unknown => (isNode(key) ? key['name'] : undefined);

/** Returns the members of all definitions of calls, which are objects with a member `call`. */
function definitionsIn(node: Node): Node[][] {
  const members = node.type === 'ObjectExpression' ? (node['properties'] as Node[]) : [];
  const own = members.some(member => keyOf(member) === 'call') ? [members] : [];
  const parts = Object.values(node).flat().filter(isNode);
  return [...own, ...parts.flatMap(definitionsIn)];
}

/** Returns the calls `.meta(…)` of schemas, which name and describe them. */
function metasIn(node: Node): (readonly [number, number])[] {
  const parts = Object.values(node).flat().filter(isNode);
  const { callee } = node;
  const isMeta =
    node.type === 'CallExpression' &&
    isNode(callee) &&
    isNode(callee['object']) &&
    isNode(callee['property']) &&
    callee['property']['name'] === 'meta';
  const own = isMeta ? [[(callee['object'] as Node).end, node.end] as const] : [];
  // A schema may have parts with names of their own, but nothing within what is cut.
  return [...own, ...(isMeta ? metasIn(callee['object'] as Node) : parts.flatMap(metasIn))];
}

/** Returns a module without the texts of its calls and schemas. @param code JavaScript */
export function withoutCallTexts(code: string): string {
  const module = parseAst(code) as unknown as Node;
  const ofCalls = definitionsIn(module).flatMap(members =>
    members.flatMap((member, i) =>
      // With the comma before it: a definition begins with its name.
      TEXTS.has(keyOf(member)) ? [[members[i - 1]!.end, member.end] as const] : [],
    ),
  );
  return [...ofCalls, ...metasIn(module)]
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), code);
}

/** Leaves out of the application what only describes the API, which the server does. */
export const callTexts = (): Plugin => ({
  name: 'call-texts',
  apply: 'build',
  // After the types are gone.
  enforce: 'post',
  transform: {
    filter: { id: /\/contracts\/.+\.ts$/ },
    handler: code => ({ code: withoutCallTexts(code), map: null }),
  },
});
