import { parseAst, type Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** Members of a call's definition that a client needs; the others check, answer and describe. */
const NEEDED: ReadonlySet<unknown> = new Set(['name', 'call', 'isFlat', 'file']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const keyOf = ({ key }: Node): unknown => (isNode(key) ? key['name'] : undefined);
const isNeeded = (member: Node): boolean =>
  member.type === 'SpreadElement' || NEEDED.has(keyOf(member));

/** Returns the definitions of calls, which are objects with a member `call`. */
function definitionsIn(node: Node): Node[] {
  const members = node.type === 'ObjectExpression' ? (node['properties'] as Node[]) : [];
  return members.some(member => keyOf(member) === 'call')
    ? [node]
    : Object.values(node).flat().filter(isNode).flatMap(definitionsIn);
}

/** Returns a module whose calls are what a client needs of them. @param code JavaScript */
export const withLeanCalls = (code: string): string =>
  definitionsIn(parseAst(code) as unknown as Node)
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, definition) => {
      const kept = (definition['properties'] as Node[])
        .filter(isNeeded)
        .map(({ start, end }) => code.slice(start, end));
      return `${text.slice(0, definition.start)}{ ${kept.join(', ')} }${text.slice(definition.end)}`;
    }, code);

/** Returns where schemas are named and described by `.meta(…)`. */
function metasIn(node: Node): (readonly [number, number])[] {
  const { callee } = node;
  const isMeta =
    node.type === 'CallExpression' &&
    isNode(callee) &&
    isNode(callee['object']) &&
    isNode(callee['property']) &&
    callee['property']['name'] === 'meta';
  if (!isMeta) return Object.values(node).flat().filter(isNode).flatMap(metasIn);
  // A schema may have parts with names of their own, but nothing within what is cut.
  const schema = callee['object'] as Node;
  return [[schema.end, node.end], ...metasIn(schema)];
}

/** Returns a module whose schemas are not described. @param code JavaScript */
export const withoutMetas = (code: string): string =>
  metasIn(parseAst(code) as unknown as Node)
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), code);

/** Expressions that may call something. */
const MADE: ReadonlySet<string> = new Set([
  'CallExpression',
  'NewExpression',
  'ObjectExpression',
  'ArrayExpression',
]);

/**
 * Returns a module whose constants are made without effects, as far as a bundler knows, so that it
 * drops those that nothing uses. @param code JavaScript
 */
export function withPureConstants(code: string): string {
  const statements = (parseAst(code) as unknown as { readonly body: readonly Node[] }).body;
  return statements
    .flatMap(statement => {
      const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
      return declaration.type === 'VariableDeclaration'
        ? (declaration['declarations'] as Node[]).flatMap(({ init }) => (isNode(init) ? init : []))
        : [];
    })
    .filter(({ type }) => MADE.has(type))
    .toReversed()
    .reduce(
      (text, { start, end }) =>
        `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
      code,
    );
}

/** Leaves out of the application what only the server needs of the contracts. */
export const leanContracts = (): Plugin => ({
  name: 'lean-contracts',
  apply: 'build',
  // After the types are gone.
  enforce: 'post',
  transform: {
    filter: { id: /\/contracts\/.*\.ts$/ },
    handler: (code, id) => ({
      code: withPureConstants(withoutMetas(id.endsWith('/api.ts') ? withLeanCalls(code) : code)),
      map: null,
      moduleSideEffects: false,
    }),
  },
});
