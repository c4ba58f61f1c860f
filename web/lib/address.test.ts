import { describe, expect, it } from 'vitest';
import { addressOf } from './address.ts';

describe('addressOf', () => {
  it('puts the project into the path, or into the query if the path lacks it', () => {
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
