import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { delayFigures, pasteFigure } from './delay.ts';
import { diskFigures } from './disk.ts';
import { isMet, median, ratioOf, table, type Figure } from './figure.ts';
import { growthFigures } from './growth.ts';
import { load } from './load.ts';
import { rowOf, seed, signUp, startProduct } from './product.ts';
import { launch, mebibytes } from './program.ts';
import { projectFigures } from './projects.ts';
import { pushFigures } from './push.ts';
import { replayFigures } from './replay.ts';
import { requestLogFigures } from './request-log.ts';
import { rowFigures } from './rows.ts';

/*
 * Measures the product beside bare ceilings in the same run, prints a table and writes JSON.
 * npm run bench [-- --quick] [--only=create,read,push,…] [--out=file]
 */
const {
  values: { quick, only, out },
} = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string', default: 'test-results/bench.json' },
  },
});
const groups = only?.split(',');
const wanted = (name: string): boolean =>
  groups === undefined || groups.some(group => name.startsWith(group));
const effort = quick
  ? { seconds: 1, rounds: 1, connections: [16] }
  : { seconds: 3, rounds: 3, connections: [1, 16, 64] };
const ROWS = 100_000;

const figures: Figure[] = [];
const scratch = mkdtempSync(join(tmpdir(), 'hzm-bench-'));
const folder = (name: string): string => {
  const path = join(scratch, name);
  mkdirSync(path);
  return path;
};
const say = (text: string): void => console.error(text);

async function startUp(): Promise<void> {
  const directory = folder('start');
  const times: number[] = [];
  let idle = 0;
  for (let i = 0; i < 5; i++) {
    const program = await startProduct(directory);
    times.push(program.startMs);
    if (i === 4) {
      await sleep(2000);
      idle = mebibytes(program);
    }
    await program.stop();
  }
  figures.push(
    {
      name: 'cold start until healthy',
      value: median(times),
      unit: 'ms',
      target: { atMost: 1000 },
      of: 'value',
    },
    { name: 'idle memory', value: idle, unit: 'MiB', target: { atMost: 110 }, of: 'value' },
  );
}

async function besideCeiling(): Promise<void> {
  const directory = folder('product');
  const program = await startProduct(directory);
  const product = await signUp(program.address);
  const ceilingProgram = await launch(join(import.meta.dirname, 'ceiling-server.ts'), {
    DIRECTORY: folder('ceiling'),
  });
  const ceiling = {
    address: ceilingProgram.address,
    headers: { 'x-api-key': 'the-key' },
    ids: [] as string[],
  };
  say(`seeding ${ROWS} rows on both sides`);
  await seed(product, 0, ROWS);
  for (let n = 0; n < ROWS; n += 1000) {
    const body = JSON.stringify(Array.from({ length: 1000 }, (_, i) => rowOf(n + i)));
    ceiling.ids.push(
      ...(
        (await (
          await fetch(`${ceiling.address}/seed`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).json()) as { ids: string[] }
      ).ids,
    );
  }
  if (wanted('constant'))
    figures.push({
      name: 'Express answering a constant, 16 connections',
      value: (await load(ceiling, 16, effort.seconds, () => ({ method: 'GET', path: '/constant' })))
        .perSecond,
      unit: '/s',
    });
  say('rows');
  figures.push(...(await rowFigures({ product, ceiling }, effort, wanted)));
  if (wanted('paste')) figures.push(await pasteFigure(product, effort.rounds));
  if (wanted('delay')) {
    say('delay');
    figures.push(...(await delayFigures(product, quick ? 10 : 60)));
  }
  if (wanted('push')) {
    say('push');
    figures.push(...(await pushFigures(product, ceiling, effort.rounds)));
  }
  figures.push({
    name: 'memory after all that',
    value: mebibytes(program),
    unit: 'MiB',
    target: { atMost: 350 },
    of: 'value',
  });
  await ceilingProgram.stop();
  await program.stop();
}

async function growth(): Promise<void> {
  const program = await startProduct(folder('growth'));
  say('growing to a million rows');
  figures.push(...(await growthFigures(await signUp(program.address), quick ? 1 : 2)));
  figures.push({
    name: 'memory with a million rows',
    value: mebibytes(program),
    unit: 'MiB',
    target: { atMost: 350 },
    of: 'value',
  });
  await program.stop();
}

try {
  if (wanted('start')) await startUp();
  if (
    [
      'constant',
      'create',
      'update',
      'read',
      'list',
      'substring',
      'bulk',
      'paste',
      'delay',
      'push',
    ].some(wanted)
  )
    await besideCeiling();
  if (wanted('disk')) {
    say('disk');
    figures.push(...(await diskFigures(folder('disk'), quick ? 2_000 : 20_000)));
  }
  if (wanted('replay')) {
    say('replay');
    figures.push(...(await replayFigures(folder('replay'), effort.seconds * 4)));
  }
  if (wanted('requests')) {
    say('filling a request log');
    const file = join(folder('requests'), 'requests.db');
    figures.push(...(await requestLogFigures(file, quick ? 100_000 : 670_000)));
  }
  if (wanted('projects')) {
    say('projects');
    const program = await startProduct(folder('projects'));
    figures.push(...(await projectFigures(await signUp(program.address), effort.rounds)));
    await program.stop();
  }
  if (wanted('growth') && !(quick && groups === undefined)) await growth();
} finally {
  rmSync(scratch, { recursive: true, force: true });
  // Reports also the figures measured before a failure.
  console.log(table(figures));
  const file = resolve(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify(
      {
        at: new Date().toISOString(),
        node: process.version,
        cpus: cpus().map(({ model }) => model),
        figures: figures.map(figure => ({ ...figure, ratio: ratioOf(figure), met: isMet(figure) })),
      },
      undefined,
      2,
    ),
  );
  say(`written to ${file}`);
}
