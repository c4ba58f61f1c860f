import type { DataOf } from '@hzm/contracts/core/event';
import { clearingBegun, clearingEnded } from '@hzm/contracts/features/portable/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

export const clearingStream = (clearingId: string): string => `clearing-${clearingId}`;

export const clearing = decider<'none' | 'running' | 'over'>('none', when => [
  when(clearingBegun, () => 'running'),
  when(clearingEnded, () => 'over'),
]);

export const beginClearing =
  (data: DataOf<typeof clearingBegun>) =>
  (s: typeof clearing.initial): Decision =>
    s === 'none' ? [clearingBegun(data)] : [];

export const endClearing =
  (data: DataOf<typeof clearingEnded>) =>
  (s: typeof clearing.initial): Decision =>
    s === 'none' ? reject('NOT_FOUND') : s === 'over' ? [] : [clearingEnded(data)];
