import { describe, expect, it } from 'vitest';
import {
  added,
  again,
  keepUnsent,
  keptUnsent,
  nextOf,
  removed,
  sending,
  settled,
  unsentIn,
  type Unsent,
} from './outbox.ts';

const one = (id: string, thread = 't', more: Partial<Unsent> = {}): Unsent => ({
  id,
  thread,
  content: id,
  replyTo: null,
  attachments: [],
  at: '2026-11-22T12:00:00Z',
  state: 'waiting',
  ...more,
});
const ids = (all: readonly Unsent[]): string => all.map(({ id }) => id).join('');

const storage = (): Storage => {
  const entries = new Map<string, string>();
  return {
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
    key: at => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
  };
};

describe('unconfirmed messages', () => {
  it('are sent in order within a thread, and threads in parallel', () => {
    const all = [one('a'), one('b'), one('c', 'u')];
    expect(ids(nextOf(all))).toBe('ac');
    expect(ids(nextOf(sending(all, 'a')))).toBe('c');
    expect(ids(nextOf(removed(all, 'a')))).toBe('bc');
  });

  it('are removed once sent, wait after an unknown outcome, and keep the reason of a refusal', () => {
    const all = sending(added([one('a')], one('b')), 'a');
    expect(ids(settled(all, 'a', { kind: 'sent' }))).toBe('b');
    expect(settled(all, 'a', { kind: 'again', waitMs: 5 })[0]).toEqual(one('a'));
    const refused = settled(all, 'a', { kind: 'refused', reason: 'Bu konu kapatıldı' });
    expect(refused[0]).toEqual(one('a', 't', { state: 'failed', reason: 'Bu konu kapatıldı' }));
    // A refused message blocks no other.
    expect(ids(nextOf(refused))).toBe('b');
    expect(again(refused, 'a')[0]).toEqual(one('a'));
  });

  it('survive a reload, each stored separately', () => {
    const kept = storage();
    const [a, b] = [one('1'), sending([one('2')], '2')[0]!];
    keepUnsent(kept, 'ayşe', [], [b, a]);
    kept.setItem('hzm-message/ayşe/3', '{');
    kept.setItem('hzm-message/can/4', JSON.stringify(one('4')));
    expect(keptUnsent(kept, 'ayşe')).toEqual([a, one('2')]);
    keepUnsent(kept, 'ayşe', [b, a], [b]);
    expect(ids(keptUnsent(kept, 'ayşe'))).toBe('2');
    expect([
      unsentIn('ayşe', 'hzm-message/ayşe/2'),
      unsentIn('ayşe', 'hzm-message/can/4'),
      unsentIn('ayşe', null),
    ]).toEqual(['2', undefined, undefined]);
  });
});
