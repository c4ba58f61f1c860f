import { Id, newId, timeOfId } from '@hzm/contracts/core/ids';
import { describe, expect, it } from 'vitest';
import { mirrorId } from './mirror-id.ts';

describe('mirrorId', () => {
  const testProjectId = newId();
  const ids = Array.from({ length: 1000 }, newId);

  it('is its own inverse and returns ids with the same time and order', () => {
    const mirrored = ids.map(id => mirrorId(id, testProjectId));
    expect(mirrored.map(id => mirrorId(id, testProjectId))).toEqual(ids);
    expect(mirrored.every(id => Id.safeParse(id).success)).toBe(true);
    expect(mirrored.map(timeOfId)).toEqual(ids.map(timeOfId));
    expect(mirrored.toSorted()).toEqual(mirrored);
    expect(new Set([...ids, ...mirrored]).size).toBe(2000);
  });

  it('differs between test environments', () =>
    expect(mirrorId(ids[0]!, newId())).not.toBe(mirrorId(ids[0]!, testProjectId)));
});
