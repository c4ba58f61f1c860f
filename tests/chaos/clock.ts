/**
 * Loaded before a process that is to be hurt: on SIGUSR2 its clock jumps by some hours, forth, back
 * and home again.
 */
const HOURS = [7, -5, 0];

const RealDate = Date;
let [jumps, offset] = [0, 0];
globalThis.Date = class extends RealDate {
  constructor(...told: [] | [number | string | Date]) {
    super(...((told.length === 0 ? [RealDate.now() + offset] : told) as [number]));
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
} as DateConstructor;
process.on('SIGUSR2', () => {
  offset = HOURS[jumps++ % HOURS.length]! * 3_600_000;
});
