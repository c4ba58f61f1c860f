import type { JsonObject } from '@hzm/contracts/core/json';
import { calls } from '@hzm/contracts/registry';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { textOf, type Values } from './values.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly style?: string;
  readonly schema: Schema;
}
type Contents = Readonly<Record<string, { readonly schema: Schema }>>;

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema: Schema } | undefined;
  /** Content types by status, e.g. `201` or `4XX`. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

export interface Generated {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Returns the operations of an OpenAPI document. */
export const operationsOf = (document: JsonObject): Operation[] =>
  Object.entries(document['paths'] as Record<string, Record<string, JsonObject>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, one]) => {
        const { requestBody, responses } = one as unknown as {
          readonly requestBody?: { readonly content: Contents };
          readonly responses: Record<string, { readonly content?: Contents }>;
        };
        const [body] = Object.entries(requestBody?.content ?? {});
        return {
          name: one['operationId'] as string,
          method: method.toUpperCase(),
          path,
          parameters: one['parameters'] as unknown as readonly Parameter[],
          body: body && { type: body[0], schema: body[1].schema },
          answers: Object.fromEntries(
            Object.entries(responses).map(([status, { content = {} }]) => [
              status,
              Object.keys(content),
            ]),
          ),
        };
      }),
  );

/** Bodies that are no JSON, or JSON that nobody sends by mistake. */
const broken = fc.constantFrom(
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"a":1,}',
  '\uFEFF{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"a":1e400}',
  '['.repeat(5_000),
  `{"a":${'[{"b":'.repeat(400)}1${'}]'.repeat(400)}}`,
);
const headers = fc.record(
  {
    'accept-language': fc.constantFrom('tr', 'en', 'xx;q=9', ''),
    'if-match': fc.constantFrom('*', '"1"', 'W/"2"', '"', '99999999999999999'),
    'x-request-id': fc.constantFrom('a', 'a'.repeat(101), '__proto__'),
    'content-type': fc.constantFrom('text/plain', 'application/json; charset=utf-16'),
  },
  { requiredKeys: [] },
);

/** Generates requests of an operation. @param idOf returns an existing thing by a parameter's name */
export function requestsOf(
  operation: Operation,
  values: Values,
  idOf: (name: string) => string | undefined,
): fc.Arbitrary<Generated> {
  const { parameters, path, body } = operation;
  const named = parameters.filter(one => one.in !== 'header');
  const made = named.map(one => {
    const existing = idOf(one.name);
    const any = values.of(one.schema);
    const given =
      existing === undefined
        ? any
        : fc.oneof(
            { weight: 6, arbitrary: fc.constant<unknown>(existing) },
            { weight: 1, arbitrary: any },
          );
    return fc.option(given, { freq: one.in === 'path' || one.required ? 1_000 : 2 });
  });
  const bodies: fc.Arbitrary<string | undefined> =
    body === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 9, arbitrary: values.of(body.schema).map(one => JSON.stringify(one) ?? '') },
          { weight: 1, arbitrary: broken },
        );
  const headed = fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: headers },
  );
  return fc.tuple(fc.tuple(...made), bodies, headed).map(([given, sent, more]) => {
    let address = path;
    const query: string[] = [];
    for (const [at, one] of named.entries()) {
      const value = given[at];
      if (one.in === 'path') address = address.replace(`{${one.name}}`, textOf(value) || 'x');
      else if (value !== null) query.push(...asQuery(one, value));
    }
    return {
      path: `${address}${query.length > 0 ? '?' : ''}${query.join('&')}`,
      headers: { ...(body && { 'content-type': body.type.replace('*/*', 'text/csv') }), ...more },
      body: sent,
    };
  });
}

function asQuery({ name, style }: Parameter, value: unknown): string[] {
  if (style !== 'deepObject' || typeof value !== 'object') return [`${name}=${textOf(value)}`];
  return Object.entries(value as object).flatMap(([field, of]) =>
    typeof of === 'object' && of !== null
      ? Object.entries(of as object).map(
          ([operator, text]) => `${name}[${textOf(field)}][${textOf(operator)}]=${textOf(text)}`,
        )
      : [`${name}[${textOf(field)}]=${textOf(of)}`],
  );
}

/** Judges answers by the document. */
export class Judge {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });
  readonly #known = new Map<string, ValidateFunction>();

  constructor(document: JsonObject) {
    this.#ajv.addSchema(document, 'document');
  }

  /** Returns the fault of an answer; undefined if it is as described. */
  faultOf(
    { method, path, answers }: Operation,
    status: number,
    type: string,
    text: string,
  ): string | undefined {
    if (status >= 500) return `answered ${status}`;
    const key = String(status) in answers ? String(status) : status >= 400 ? '4XX' : undefined;
    if (key === undefined) return `answered ${status}, which is not described`;
    const described = answers[key] ?? [];
    const given = type.split(';')[0]!;
    if (!described.includes(given) && !described.includes('*/*'))
      return `answered ${given}, where ${described.join()} is described`;
    if (given !== 'application/json' || !described.includes(given)) return undefined;
    const validate = this.#validator(method, path, key);
    if (validate(JSON.parse(text))) return undefined;
    const [first] = validate.errors ?? [];
    return `answered ${status} with ${first?.instancePath} that ${first?.message} ${JSON.stringify(first?.params)}`;
  }

  #validator(method: string, path: string, status: string): ValidateFunction {
    const place = ['paths', path, method.toLowerCase(), 'responses', status];
    const pointer = [...place, 'content', 'application/json', 'schema']
      .map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const known = this.#known.get(pointer);
    if (known) return known;
    const made = this.#ajv.compile({ $ref: `document#/${pointer}` });
    this.#known.set(pointer, made);
    return made;
  }
}

/** Calls that end a session, a key or a project that later requests need. */
const ending = new Set([
  'logout',
  'end-session',
  'refresh',
  'hand-over',
  'change-password',
  'regenerate-api-key',
  'reset-password',
]);
const deleting = new Set(calls.filter(({ method }) => method === 'DELETE').map(({ name }) => name));

/** Whether a request that succeeded may have ended what others need. */
export const mayEnd = ({ name }: Operation): boolean => {
  const plain = name.replace(/-\d+$/, '');
  return ending.has(plain) || deleting.has(plain) || plain.startsWith('delete-');
};
