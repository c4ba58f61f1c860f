import { expect, it } from 'vitest';
import { nameKey } from './name-key.ts';

it.each([['Stok', ' STOK '], ['ISPARTA', 'ısparta'], ['İzmir', 'izmir'], ['TITLE', 'title'], ['Çay', 'C\u0327AY']])('%j and %j are one name', (a, b) => expect(nameKey(a)).toBe(nameKey(b)));
it.each([['Çay', 'Cay'], ['a b', 'ab']])('%j and %j are two names', (a, b) => expect(nameKey(a)).not.toBe(nameKey(b)));
