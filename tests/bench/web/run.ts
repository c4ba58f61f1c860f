import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as engine, type Page } from 'playwright';
import { chromium } from '../../run/needs.ts';
import { isMet, table, type Figure } from '../figure.ts';
import { startProduct } from '../product.ts';
import { gridFigures } from './grid.ts';
import { screenFigures } from './screen.ts';
import { wideTable } from './wide-table.ts';

/*
 * Measures the web application in a real browser, prints a table and writes JSON.
 * npm run bench:web [-- --rows=1000000] [--out=file]
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    out: { type: 'string', default: 'test-results/bench-web.json' },
  },
});
const rows = Number(values.rows);
const say = (text: string): void => console.error(text);

const directory = mkdtempSync(join(tmpdir(), 'hzm-bench-web-'));
const program = await startProduct(directory);
const browser = await engine.launch({
  executablePath: chromium.path,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--no-first-run',
    '--enable-precise-memory-info',
  ],
});
try {
  say(`seeding ${rows} rows of 20 fields`);
  const wide = await wideTable(program.address, rows);
  const signIn = async (page: Page): Promise<void> => {
    await page.goto(`${program.address}/login`);
    await page.locator('input[name=email]').fill('bench@example.com');
    await page.locator('input[name=password]').fill('gizli-1');
    await page.locator('form button[type=submit]').click();
    await page.waitForURL(/\/(projects|dashboard)/);
  };
  say('screens');
  const figures: Figure[] = [
    ...(await screenFigures(browser, 'landing page', program.address, async () => undefined)),
    ...(await screenFigures(browser, 'projects', `${program.address}/projects`, signIn)),
    ...(await screenFigures(
      browser,
      'grid',
      `${program.address}/projects/${wide.project}/data?table=${wide.table}`,
      signIn,
    )),
  ];
  say('grid');
  figures.push(...(await gridFigures(browser, wide, signIn)));
  console.log(table(figures));
  const file = resolve(values.out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify(
      {
        at: new Date().toISOString(),
        node: process.version,
        cpus: cpus().map(({ model }) => model),
        rows,
        figures: figures.map(figure => ({ ...figure, met: isMet(figure) })),
      },
      undefined,
      2,
    ),
  );
  say(`written to ${file}`);
} finally {
  await browser.close();
  await program.stop();
  rmSync(directory, { recursive: true, force: true });
}
