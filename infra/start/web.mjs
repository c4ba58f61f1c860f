import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node, root, run } from './run.mjs';

/** Sources of the built application, relative to the root. */
const SOURCES = ['web', 'contracts', 'package-lock.json', 'tsconfig.json'];

/** Generated, or not part of the application. */
const IGNORED = /^(?:node_modules|dist)$|\.gen\.ts$|\.test\.tsx?$/;

/**
 * @param {string} path
 * @returns {string[]} the files under it, in a fixed order
 */
const filesOf = path => {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter(name => !IGNORED.test(name))
    .toSorted()
    .flatMap(name => filesOf(join(path, name)));
};

/**
 * Returns a digest of the sources.
 * @param {string} folder the root of a checkout
 */
export const fingerprint = folder => {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(source => filesOf(join(folder, source)))) {
    hash
      .update(`${file.slice(folder.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
};

/** Builds `web/dist` unless it is built from these sources. */
export const buildWeb = async () => {
  const stamp = join(root, 'web/dist/.built-from');
  const sources = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log('Building the web application');
  const code = await run(
    node,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    { cwd: join(root, 'web') },
  );
  if (code !== 0 || !existsSync(join(root, 'web/dist/pages')))
    throw new Error(
      `The web application could not be built (vite build, exit code ${code}); what it said stands above.`,
    );
  writeFileSync(stamp, sources);
};
