import { parseArgs } from 'node:util';
import { migrate } from './migrate.ts';

/*
 * Moves the log and the keys between a data directory and engines:
 *   npm run migrate -- --to esdb://host:2113?tls=false --to-keys mongodb://host:27017/hzm [--from .data] [--from-keys mongodb://…]
 */
try {
  const { values: { from, to, 'from-keys': fromKeys, 'to-keys': toKeys } } = parseArgs({
    options: { 'from': { type: 'string', default: process.env['HZM_DATA_DIR'] ?? '.data' }, 'to': { type: 'string' }, 'from-keys': { type: 'string' }, 'to-keys': { type: 'string' } },
  });
  if (to === undefined) throw new Error('Say where to: --to followed by an empty directory, or by esdb://host:2113?tls=false.');
  const { events, keys, digest } = await migrate({ from, to, fromKeys, toKeys }, text => process.stdout.write(`\r${text}   `));
  console.log(`\n${events} events and ${keys} keys are there, each compared with its original (sha256 ${digest.slice(0, 16)}…). The views are made anew at the first start.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
