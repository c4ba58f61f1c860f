// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

/** The renewal of the session that the tab holds after a start of the application. */
async function started(): Promise<string | undefined> {
  vi.resetModules();
  const { sessionAtom } = await import('./session.ts');
  const { store } = await import('./jotai.ts');
  return store.get(sessionAtom)?.renewal;
}
beforeEach(() => sessionStorage.clear());

it('names the renewal of a session of an earlier version, once for all starts of the tab', async () => {
  const session = {
    token: 'a.b.c',
    user: { id: 'ada' },
    credentials: { email: 'ada@example.com' },
  };
  sessionStorage.setItem('hzm-session', JSON.stringify(session));
  const names = [await started(), await started()];
  expect([typeof names[0], names[1]]).toEqual(['string', names[0]]);
});

it('holds no session where none is kept', async () => {
  expect(await started()).toBeUndefined();
});

it('leaves nothing of this tab behind when the person signs out', async () => {
  vi.resetModules();
  const { signIn, signOut } = await import('./session.ts');
  signIn({ token: 'a.b.c', user: { id: 'ada' }, credentials: {} } as never);
  sessionStorage.setItem('hzm-api-history/ada', '[]');
  signOut();
  expect(sessionStorage).toHaveLength(0);
});
