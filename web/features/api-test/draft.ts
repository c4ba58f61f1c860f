import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { exampleOf, secretNames, type Schemas } from './example.ts';
import type { Operation, Parameter } from './reference.ts';

/** The editable input of a call. */
export interface Draft {
  readonly operationId: string;
  /** Texts by `keyOf` of the parameter. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON, or '' for no body. */
  readonly body: string;
}

/** The three headers of a key; empty ones are not sent. */
export interface KeyHeaders {
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
}

export const keyOf = ({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string =>
  `${place}.${name}`;

export const written = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/**
 * Returns the input of a call filled in from its description. Ids cannot be guessed and stay empty,
 * except for the project.
 */
export function draftOf(
  { operationId, parameters, body }: Operation,
  schemas: Schemas,
  projectId: string | undefined,
): Draft {
  const valueOf = ({ name, required, schema }: Parameter): string => {
    if (name === 'projectId' || (name === 'project_id' && required)) return projectId ?? '';
    if (schema.format === 'uuid' || !required) return '';
    const { examples, default: usual, enum: choices } = schema;
    const [said] = [
      ...(examples ?? []),
      ...(usual === undefined ? [] : [usual]),
      ...(choices ?? []),
    ];
    return said === undefined ? '' : written(said);
  };
  return {
    operationId,
    values: Object.fromEntries(parameters.map(one => [keyOf(one), valueOf(one)])),
    body:
      body?.type === 'application/json'
        ? JSON.stringify(body.example ?? exampleOf(body.schema, schemas), null, 2)
        : '',
  };
}

export type Fault = 'required' | 'json' | 'plain';

/** Characters that a header can carry unchanged. */
const PLAIN = /^[\x20-\x7e]*$/;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Returns the faults of an input by `keyOf` of the parameter, or `body`. */
export function faultsOf(
  { parameters, body }: Operation,
  draft: Draft,
): Readonly<Record<string, Fault>> {
  const faults: Record<string, Fault> = {};
  for (const one of parameters) {
    const value = draft.values[keyOf(one)] ?? '';
    if (one.required && value.trim() === '') faults[keyOf(one)] = 'required';
    else if (one.style === 'deepObject' && value !== '' && !isJson(value))
      faults[keyOf(one)] = 'json';
    else if (one.in === 'header' && !PLAIN.test(value)) faults[keyOf(one)] = 'plain';
  }
  if (body?.type === 'application/json' && draft.body.trim() !== '' && !isJson(draft.body))
    faults['body'] = 'json';
  return faults;
}

/** Returns the faults of a key's headers by `caller.` and their name. */
export const callerFaults = (keys: KeyHeaders): Readonly<Record<string, Fault>> =>
  Object.fromEntries(
    Object.entries(keys)
      .filter(([, value]) => !PLAIN.test(value))
      .map(([name]) => [`caller.${name}`, 'plain']),
  );

const SECRET_NAME = /password|secret|token|api_?key|card|cvv/i;

/** Returns an input without secrets: their texts are empty. */
export function withoutSecrets(draft: Draft, operation: Operation, schemas: Schemas): Draft {
  const told = new Set(operation.body ? secretNames(operation.body.schema, schemas) : []);
  const isSecret = (name: string): boolean => told.has(name) || SECRET_NAME.test(name);
  const cleaned = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(cleaned);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, inner]) => [
        name,
        isSecret(name) ? '' : cleaned(inner ?? null),
      ]),
    );
  };
  return {
    operationId: draft.operationId,
    values: Object.fromEntries(
      Object.entries(draft.values).map(([key, value]) => [
        key,
        isSecret(key.slice(key.indexOf('.') + 1)) ? '' : value,
      ]),
    ),
    // A text that is no JSON may hold a secret anywhere.
    body: isJson(draft.body)
      ? JSON.stringify(cleaned(JSON.parse(draft.body) as Json), null, 2)
      : '',
  };
}
