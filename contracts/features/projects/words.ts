import en from './words.en.json' with { type: 'json' };
import tr from './words.tr.json' with { type: 'json' };

/** Texts and names that the server writes by itself, by the reader's language. */
export const words = { tr, en } as const;
