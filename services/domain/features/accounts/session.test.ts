import { sessionClosed, sessionOpened } from '@hzm/contracts/features/accounts/events';
import { describe, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { closeSession, openSession, session } from './session.ts';

const opened = sessionOpened({ accountId: 'a', sessionId: 's', device: 'Firefox' });
const closed = sessionClosed({ accountId: 'a', sessionId: 's' });

describe('a session', () => {
  it('opens', () => given(session).when(openSession('a', 's', 'Firefox')).leadsTo(opened));
  it('closes', () => given(session, opened).when(closeSession('a', 's')).leadsTo(closed));
  it('never opens again', () => given(session, opened, closed).when(openSession('a', 's', 'Firefox')).leadsTo());
  it('need not be open to be closed', () => given(session).when(closeSession('a', 's')).leadsTo());
});
