import { describe, expect, it } from 'vitest';
import { addressOf } from './address.ts';

describe('the address of a call', () => {
  it('names the project in its path, or else in its query', () => {
    expect(addressOf({ path: '/projects/:projectId/members' }, { projectId: 'p' }, {})).toBe(
      '/api/v1/projects/p/members',
    );
    expect(
      addressOf({ path: '/threads' }, { projectId: 'p' }, { limit: 5, search: undefined }),
    ).toBe('/api/v1/threads?project_id=p&limit=5');
    expect(addressOf({ path: '/threads/:threadId' }, { threadId: 't/1' }, {})).toBe(
      '/api/v1/threads/t%2F1',
    );
  });
});
