import type { DataOf } from '@hzm/contracts/core/event';
import { lookBegun, lookEnded } from '@hzm/contracts/features/looks/events';
import { decider, type Decision } from '@hzm/services/core/commands/decider';

export const look = decider<'none' | 'open' | 'ended'>('none', when => [
  when(lookBegun, () => 'open'),
  when(lookEnded, () => 'ended'),
]);

export const beginLook =
  (data: DataOf<typeof lookBegun>) =>
  (s: typeof look.initial): Decision =>
    s === 'none' ? [lookBegun(data)] : [];
export const endLook =
  (data: DataOf<typeof lookEnded>) =>
  (s: typeof look.initial): Decision =>
    s === 'open' ? [lookEnded(data)] : [];
