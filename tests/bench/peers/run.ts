import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../figure.ts';
import { load, type Load } from '../load.ts';
import { hzm } from './hzm.ts';
import { MEASURES, ROWS, type Peer } from './peer.ts';
import { pocketbase } from './pocketbase.ts';

/*
 * Measures HZM and another product in turns, with the same rows and load, and prints a table.
 * npm run bench:peers -- --pocketbase=/path/to/pocketbase
 */
const {
  values: { pocketbase: program },
} = parseArgs({ options: { pocketbase: { type: 'string' } } });
if (program === undefined) throw new Error('--pocketbase=… names the program to compare with');

const CONNECTIONS = 16;
const SECONDS = 4;
const ROUNDS = 3;

const scratch = mkdtempSync(join(tmpdir(), 'hzm-peers-'));
const running: Peer[] = [];
const lines: string[][] = [];
const round = (n: number): string =>
  n >= 100 ? Math.round(n).toLocaleString('en-US') : n.toFixed(1);

/** Returns the median round. */
const middle = (rounds: readonly Load[]): Load =>
  rounds.find(({ perSecond }) => perSecond === median(rounds.map(one => one.perSecond)))!;

try {
  running.push(
    await hzm(join(scratch, 'hzm')),
    await pocketbase(join(scratch, 'pocketbase'), program),
  );
  lines.push(['', ...running.flatMap(({ name }) => [`${name}, a second`, 'p99 ms']), 'ratio']);
  for (const measure of MEASURES) {
    const results: Load[][] = running.map(() => []);
    for (let turn = 0; turn < ROUNDS; turn++)
      for (const [at, { target, asks }] of running.entries())
        results[at]!.push(await load(target, CONNECTIONS, SECONDS, asks[measure]));
    const [own, ...others] = results.map(middle);
    lines.push([
      measure,
      ...[own!, ...others].flatMap(({ perSecond, p99 }) => [round(perSecond), round(p99)]),
      `${(own!.perSecond / Math.max(...others.map(({ perSecond }) => perSecond))).toFixed(1)} ×`,
    ]);
  }
  lines.push([
    'memory after that, MiB',
    ...running.flatMap(peer => [round(peer.memory()), '']),
    '',
  ]);
} finally {
  for (const peer of running) await peer.stop();
  rmSync(scratch, { recursive: true, force: true });
}
console.error(
  `${CONNECTIONS} connections, ${ROWS.toLocaleString('en-US')} rows to begin with, the middle of ${ROUNDS} rounds of ${SECONDS} s`,
);
for (const [at, cells] of lines.entries()) {
  console.log(`| ${cells.join(' | ')} |`);
  if (at === 0) console.log(`|${cells.map(() => '---|').join('')}`);
}
