import { json, parseJson } from './json.tsx';
import type { FieldKind } from './kind.ts';

export const array: FieldKind = {
  ...json,
  parse: draft => {
    const parsed = parseJson(draft);
    return 'value' in parsed && !Array.isArray(parsed.value) ? { problem: 'array' } : parsed;
  },
};
