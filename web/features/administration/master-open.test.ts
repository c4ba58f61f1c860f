// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { isMasterOpen, openMaster } from './master-open.ts';

const tokenOf = (sid: string, more = ''): string =>
  `h.${btoa(JSON.stringify({ sid, more })).replaceAll('+', '-').replaceAll('/', '_')}.s`;

it('the master credentials are open for the session that opened them, with any of its tokens, and for no other', () => {
  expect(isMasterOpen(tokenOf('one'))).toBe(false);
  openMaster(tokenOf('one'));
  expect(isMasterOpen(tokenOf('one', 'renewed'))).toBe(true);
  expect(isMasterOpen(tokenOf('two'))).toBe(false);
  expect(isMasterOpen('nonsense')).toBe(false);
  openMaster('nonsense');
  expect(isMasterOpen('nonsense')).toBe(false);
});
