import { json, parseJson } from './json.tsx';
import type { FieldKind } from './kind.ts';

export const object: FieldKind = {
  ...json,
  parse: draft => {
    const parsed = parseJson(draft);
    return 'value' in parsed && (typeof parsed.value !== 'object' || Array.isArray(parsed.value)) ? { problem: 'object' } : parsed;
  },
};
