import type { RowImportDoc } from '@hzm/projections/features/row-files/row-files';
import { describe, expect, it } from 'vitest';
import { oneTooMany } from './receive.ts';

const kept = (payer: string, ...states: readonly RowImportDoc['state'][]): RowImportDoc[] =>
  states.map((state, i) => {
    const [id, preparedAt] = [`${payer}${i}`, `2026-01-0${i + 1}T00:00:00.000Z`];
    return { id, payer, state, preparedAt } as RowImportDoc;
  });

describe('the file that gives way where all places are taken', () => {
  it('is the oldest idle one of the account that keeps the most', () => {
    const files = [...kept('a', 'ready', 'ready'), ...kept('b', 'running', 'done', 'ready')];
    expect(oneTooMany(files, 0)?.id).toBe('b1');
  });

  it('is none where the newcomer would keep as many as any other', () => {
    const files = [...kept('a', 'ready', 'ready'), ...kept('b', 'ready'), undefined];
    expect([oneTooMany(files, 1), oneTooMany(files, 2)]).toEqual([undefined, undefined]);
  });

  it('is none that an import reads', () => {
    expect(oneTooMany(kept('a', 'running', 'running', 'running'), 0)).toBeUndefined();
    expect(oneTooMany(kept('a', 'running', 'undoing', 'running'), 0)?.id).toBe('a1');
  });
});
