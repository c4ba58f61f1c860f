import { describe, expect, it } from 'vitest';
import {
  shareSession,
  type Session,
  type SessionChannel,
  type SessionMessage,
} from './session-sharing.ts';

const of = (person: string, token: string): Session =>
  ({
    token,
    user: { id: person, name: person },
    credentials: { email: `${person}@example.com`, apiKey: null, projectPassword: null },
  }) as Session;

/** Simulates tabs of one browser that share a channel. */
function browser() {
  const listeners: ((message: unknown) => void)[] = [];
  return (session: Session | null) => {
    const tab = { session };
    let own: ((message: unknown) => void) | undefined;
    const channel: SessionChannel = {
      tell: message => {
        for (const other of listeners) if (other !== own) other(structuredClone(message));
      },
      hear: listener => {
        own = listener;
        listeners.push(listener);
      },
    };
    shareSession(channel, {
      session: () => tab.session,
      take: next => {
        tab.session = next;
      },
    });
    return {
      token: () => tab.session?.token,
      renewal: () => tab.session?.renewal,
      tell: (message: unknown) => channel.tell(message as SessionMessage),
      set: (next: Session | null) => {
        tab.session = next;
      },
    };
  };
}

describe('tabs of one browser', () => {
  it('give the session to a new tab on request', () => {
    const open = browser();
    open(of('ada', 'one'));
    const fresh = open(null);
    expect(fresh.token()).toBeUndefined();
    fresh.tell({ type: 'ask' });
    expect(fresh.token()).toBe('one');
  });

  it('have no session left when the last one is closed', () => {
    const fresh = browser()(null);
    fresh.tell({ type: 'ask' });
    expect(fresh.token()).toBeUndefined();
  });

  it('receive the session of a tab that returns', () => {
    const open = browser();
    const waiting = open(null);
    open(of('ada', 'one'));
    expect(waiting.token()).toBe('one');
  });

  it('share a renewed token', () => {
    const open = browser();
    const [first, second] = [open(of('ada', 'one')), open(of('ada', 'one'))];
    first.set(of('ada', 'two'));
    first.tell({ type: 'session', session: of('ada', 'two') });
    expect(second.token()).toBe('two');
  });

  const token = (gen: number, signature = 'x'): string =>
    `x.${btoa(JSON.stringify({ sid: 's', gen })).replaceAll('=', '')}.${signature}`;

  it('settle on one token after simultaneous renewals', () => {
    const open = browser();
    const [first, second] = [open(of('ada', token(1, 'a'))), open(of('ada', token(1, 'b')))];
    first.set(of('ada', token(1, 'a')));
    first.tell({ type: 'session', session: of('ada', token(1, 'a')) });
    second.tell({ type: 'session', session: of('ada', token(1, 'b')) });
    expect([first.token(), second.token()]).toEqual([token(1, 'b'), token(1, 'b')]);
  });

  it('share the next renewal id after renewals within a second', () => {
    const open = browser();
    const [first, second] = [open(of('ada', token(1))), open(of('ada', token(1)))];
    const [early, late] = ['1', '2'].map(renewal => ({ ...of('ada', token(2)), renewal }));
    first.set(late!);
    second.set(early!);
    first.tell({ type: 'session', session: late! });
    second.tell({ type: 'session', session: early! });
    expect([first.renewal(), second.renewal()]).toEqual(['1', '1']);
  });

  it.each([
    ['1', '2'],
    ['2', '1'],
  ])('agree on the renewal of a session that each named, %s and %s', (one, two) => {
    const open = browser();
    const session = of('ada', token(1));
    const tabs = [open({ ...session, renewal: one }), open({ ...session, renewal: two })];
    expect(tabs.map(tab => tab.renewal())).toEqual(['1', '1']);
  });

  it('do not return an older token for a refused one', () => {
    const open = browser();
    const newer = open(null);
    const older = open(of('ada', token(1)));
    newer.set(null);
    newer.tell({ type: 'refused', token: token(2) });
    expect([newer.token(), older.token()]).toEqual([undefined, undefined]);
  });

  it('replace the old token of a tab that wakes up by the renewed one', () => {
    const open = browser();
    const awake = open(of('ada', token(2)));
    const slept = open(of('ada', token(1)));
    expect([awake.token(), slept.token()]).toEqual([token(2), token(2)]);
  });

  it('are signed out together', () => {
    const open = browser();
    const tabs = [open(of('ada', 'one')), open(of('ada', 'one')), open(of('ada', 'old'))];
    tabs[0]!.set(null);
    tabs[0]!.tell({ type: 'signed-out' });
    expect(tabs.map(tab => tab.token())).toEqual([undefined, undefined, undefined]);
  });

  it('drop a refused token, and return a newer one to the tab that had the old one', () => {
    const open = browser();
    const [late, same, newer] = [open(of('ada', 'one')), open(of('ada', 'one')), open(null)];
    newer.set(of('ada', 'two'));
    late.set(null);
    late.tell({ type: 'refused', token: 'one' });
    expect([late.token(), same.token(), newer.token()]).toEqual(['two', 'two', 'two']);
    newer.set(null);
    newer.tell({ type: 'refused', token: 'two' });
    expect([late.token(), same.token(), newer.token()]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    null,
    'x',
    {},
    { type: 'session' },
    { type: 'session', session: { token: 1 } },
    { type: 'session', session: { token: 'x', user: {}, credentials: { email: 'x' } } },
  ])('ignore malformed messages: %j', message => {
    const open = browser();
    const [tab, other] = [open(of('ada', 'one')), open(null)];
    other.tell(message);
    expect(tab.token()).toBe('one');
  });
});
