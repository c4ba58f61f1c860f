import type { Changes } from '@hzm/contracts/core/realtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import type { Watcher } from '../../../realtime/socket.ts';
import type { Grid } from './state.ts';
import { createTableFeed, isLate } from './table-feed.ts';

const message = (position: string): Changes => ({ topic: 't', position, at: '', changes: [] });

function scene(status: Grid['status'] = 'loading') {
  let watcher: Watcher | undefined;
  const port = {
    grid: () => ({ status, unread: new Map() }),
    subscribe: vi.fn<(one: Watcher) => () => void>(one => {
      watcher = one;
      return unsubscribe;
    }),
    apply: vi.fn<(messages: readonly Changes[]) => void>(),
    reload: vi.fn<() => void>(),
    resume: vi.fn<() => void>(),
    end: vi.fn<(code: string) => void>(),
  };
  const unsubscribe = vi.fn<() => void>();
  const feed = createTableFeed(port);
  return { feed, port, unsubscribe, watcher: () => watcher! };
}

describe('the feed of a table', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('begins when the subscription is live, with its position', async () => {
    const { feed, port, watcher } = scene();
    feed.open();
    watcher().onStatus?.('catching-up', '9');
    expect([feed.position(), port.resume.mock.calls.length]).toEqual([null, 0]);
    watcher().onStatus?.('live', '5');
    await feed.begun;
    expect([feed.position(), port.resume.mock.calls.length, port.reload.mock.calls.length]).toEqual(
      ['5', 1, 0],
    );
  });

  it('begins after half a second without a subscription', async () => {
    const { feed } = scene();
    const begun = vi.fn<() => void>();
    void feed.begun.then(begun);
    await vi.advanceTimersByTimeAsync(499);
    expect(begun).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toHaveBeenCalled();
  });

  it('reaches a position with the changes that are applied, and never goes back', () => {
    const { feed, port, watcher } = scene();
    feed.open();
    watcher().onStatus?.('live', '5');
    watcher().onChanges(message('6'));
    watcher().onChanges(message('7'));
    expect(feed.position()).toBe('5');
    vi.advanceTimersByTime(16);
    expect([feed.position(), port.apply.mock.calls]).toEqual([
      '7',
      [[[message('6'), message('7')]]],
    ]);
    watcher().onStatus?.('live', '6');
    expect(feed.position()).toBe('7');
  });

  it('reloads what was read before the subscription, once', () => {
    const { feed, port, watcher } = scene('ready');
    feed.open();
    watcher().onStatus?.('live', '5');
    watcher().onStatus?.('live', '6');
    expect([port.reload.mock.calls.length, port.resume.mock.calls.length]).toEqual([1, 2]);
    watcher().onRefetch();
    expect(port.reload).toHaveBeenCalledTimes(2);
  });

  it('tells why it ended, and delivers nothing once it is closed', () => {
    const { feed, port, unsubscribe, watcher } = scene();
    feed.open();
    watcher().onEnded?.('TABLE_NOT_FOUND');
    watcher().onChanges(message('6'));
    feed.close();
    vi.advanceTimersByTime(16);
    expect(port.end.mock.calls).toEqual([['TABLE_NOT_FOUND']]);
    expect(port.apply).not.toHaveBeenCalled();
    expect(unsubscribe).toHaveBeenCalled();
  });

  it.each([
    [null, 'loading', [], false],
    [null, 'ready', [], true],
    [null, 'error', [], true],
    ['5', 'loading', [], false],
    ['5', 'ready', [], false],
    ['5', 'ready', [7], true],
    ['5', 'error', [], true],
  ] as const)(
    'known up to %s, %s, without pages %j: late is %s',
    (position, status, pages, late) => {
      const unread = new Map(pages.map(page => [page, new ApiError(0, 'NETWORK_ERROR', '')]));
      expect(isLate(position, { status, unread })).toBe(late);
    },
  );
});
