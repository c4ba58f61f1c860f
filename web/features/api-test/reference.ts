import type { Json } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import type { Schema, Schemas } from './example.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string;
  /** `deepObject`: an object whose members are written with brackets. */
  readonly style?: string;
}

/** The members of an OpenAPI operation that the console reads. */
interface Description {
  readonly operationId: string;
  /** In English. */
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly example?: Json }>
    >;
  };
}

/** The members of `/openapi.json` that the console reads. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Description>>>>;
  readonly components: { readonly schemas: Schemas };
}

export interface Operation extends Omit<Description, 'requestBody'> {
  readonly method: string;
  /** Path under `/api/v1` with parameters in braces. */
  readonly path: string;
  readonly body:
    | { readonly type: string; readonly schema: Schema; readonly example?: Json | undefined }
    | undefined;
  /** Whether the call changes or deletes something; queries wait for a position instead. */
  readonly changes: boolean;
}

export interface Reference {
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
}

/** Operation ids of further paths to the same call end with a number in the general description. */
const ALIAS = /-\d+$/;

/** Returns the calls of a description in its order, each with its first path only. */
export function referenceOf({ paths, components }: Document, hasAliases = true): Reference {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !hasAliases || !ALIAS.test(operationId))
      .map(([method, { requestBody, ...rest }]): Operation => {
        const [content] = Object.entries(requestBody?.content ?? {});
        return {
          ...rest,
          method: method.toUpperCase(),
          path,
          body: content && { type: content[0], ...content[1] },
          changes:
            method !== 'get' && !rest.parameters.some(({ name }) => name === 'X-Wait-For-Position'),
        };
      }),
  );
  return { operations, schemas: components.schemas };
}

/**
 * Returns the calls with each word of a search in their name, path or summary.
 * @param summaryOf returns the summary that the reader sees
 */
export function foundIn(
  operations: readonly Operation[],
  search: string,
  summaryOf: (operation: Operation) => string,
): readonly Operation[] {
  const words = fold(search.trim()).split(/\s+/);
  return operations.filter(operation => {
    const { operationId, method, path } = operation;
    const text = fold(`${operationId} ${method} ${path} ${summaryOf(operation)}`);
    return words.every(word => text.includes(word));
  });
}
