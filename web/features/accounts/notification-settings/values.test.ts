import {
  NotificationSettings,
  usualSettings,
} from '@hzm/contracts/features/notifications/settings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kinds, settingsFrom, settingsProblems, valuesOf } from './values.ts';

const reader = { timeZone: 'Europe/Istanbul', language: 'tr' } as const;
const some = fc.subarray([...kinds]);
const time = fc
  .integer({ min: 0, max: 1439 })
  .map(
    minute =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );

describe('form of notification settings', () => {
  it('round-trips any settings', () => {
    const any = fc.record({
      bellOff: some,
      mailOff: some.map(all => all.filter(kind => kind !== 'invitation')),
      mail: fc.constantFrom('soon' as const, 'daily' as const),
      digestAt: time,
      quiet: fc.option(fc.record({ from: time, to: time }).filter(({ from, to }) => from !== to)),
      timeZone: fc.constantFrom('UTC', 'Asia/Kolkata'),
      language: fc.constantFrom('tr' as const, 'en' as const),
    });
    fc.assert(
      fc.property(any, settings => {
        const values = valuesOf(settings, reader);
        expect(settingsProblems(values)).toEqual({});
        expect(settingsFrom(values)).toEqual(settings);
        expect(NotificationSettings.safeParse(settingsFrom(values)).success).toBe(true);
      }),
    );
  });

  it("starts with the reader's time zone and language while mails are off", () => {
    expect(valuesOf(usualSettings, reader)).toMatchObject({
      mail: 'never',
      isQuiet: false,
      quietFrom: '22:00',
      ...reader,
    });
    expect(valuesOf({ ...usualSettings, mail: 'soon', language: 'en' }, reader)).toMatchObject({
      timeZone: 'UTC',
      language: 'en',
    });
  });

  it('validates visible members only', () => {
    const values = {
      ...valuesOf({ ...usualSettings, mail: 'daily' }, reader),
      digestAt: '',
      isQuiet: true,
      quietFrom: '08:00',
      quietTo: '08:00',
    };
    expect(settingsProblems(values)).toEqual({
      digestAt: 'required',
      quietTo: 'quiet-hours-empty',
    });
    expect(settingsProblems({ ...values, quietTo: '' })).toEqual({
      digestAt: 'required',
      quietTo: 'required',
    });
    expect(settingsProblems({ ...values, mail: 'soon', isQuiet: false })).toEqual({});
    expect(settingsProblems({ ...values, mail: 'never' })).toEqual({});
  });
});
