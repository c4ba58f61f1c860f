import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { node, outside, root, run } from './run.mjs';

/** @typedef {{ version?: string, optional?: boolean }} Package */

/**
 * @param {string} path
 * @returns {Record<string, Package>} the packages of a lock file by their folder
 */
const packages = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {});

/**
 * Whether `folder` holds exactly the packages of its lock file, by npm's own list of them. Packages
 * for other platforms are in the lock file only.
 * @param {string} folder
 */
export const isInstalled = folder => {
  const wanted = Object.entries(packages(join(folder, 'package-lock.json'))).filter(([path]) =>
    path.includes('node_modules/'),
  );
  const present = packages(join(folder, 'node_modules/.package-lock.json'));
  return wanted.every(([path, { version, optional }]) => {
    const found = present[path];
    return found ? found.version === version : optional === true;
  });
};

/**
 * Whether a Node version satisfies a range of package.json: alternatives, each `^1.2.3` or
 * `>=1.2.3`.
 * @param {string} version
 * @param {string} range
 */
export const isIn = (version, range) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return range.split(' || ').some(alternative => {
    const [fromMajor = 0, fromMinor = 0] = alternative.replace(/^\D+/, '').split('.').map(Number);
    return major === fromMajor
      ? minor >= fromMinor
      : major > fromMajor && alternative.startsWith('>=');
  });
};

/**
 * Installs the packages of the lock file unless they are installed. @throws Error when the
 * machine's Node or npm cannot
 */
export const install = async () => {
  if (existsSync(node) && isInstalled(root)) return;
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // An older Node makes npm silently omit packages that the build needs.
  if (!isIn(process.versions.node, engines.node))
    throw new Error(`Installing HZM takes Node ${engines.node}; this is ${process.versions.node}.`);
  console.log('Installing what is missing (npm ci)');
  const code = await run('npm', ['ci', '--include=dev', '--loglevel=error'], { env: outside() });
  if (code !== 0) throw new Error(`npm ci failed (exit code ${code}); what it said stands above.`);
};
