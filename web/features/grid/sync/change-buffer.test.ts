import type { Changes } from '@hzm/contracts/core/realtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChangeBuffer, FRAME_MS } from './change-buffer.ts';

const message = (position: string): Changes => ({ topic: 't', position, at: '', changes: [] });

describe('the change buffer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('delivers the messages of one frame together and in order', () => {
    const deliver = vi.fn<(messages: readonly Changes[]) => void>();
    const buffer = createChangeBuffer(deliver);
    buffer.push(message('1'));
    buffer.push(message('2'));
    expect(deliver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(FRAME_MS);
    buffer.push(message('3'));
    vi.advanceTimersByTime(FRAME_MS);
    expect(deliver.mock.calls).toEqual([[[message('1'), message('2')]], [[message('3')]]]);
  });

  it('delivers nothing that was cleared, and goes on afterwards', () => {
    const deliver = vi.fn<(messages: readonly Changes[]) => void>();
    const buffer = createChangeBuffer(deliver);
    buffer.push(message('1'));
    buffer.clear();
    vi.advanceTimersByTime(FRAME_MS);
    expect(deliver).not.toHaveBeenCalled();
    buffer.push(message('2'));
    vi.advanceTimersByTime(FRAME_MS);
    expect(deliver.mock.calls).toEqual([[[message('2')]]]);
  });
});
