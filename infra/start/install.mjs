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
 * Whether `folder` holds exactly what its lock file names. npm keeps the list of what it installed beside the packages;
 * packages for other platforms are in the lock file only.
 * @param {string} folder
 */
export const isInstalled = folder => {
  const wanted = Object.entries(packages(join(folder, 'package-lock.json'))).filter(([path]) => path.includes('node_modules/'));
  const present = packages(join(folder, 'node_modules/.package-lock.json'));
  return wanted.every(([path, { version, optional }]) => {
    const found = present[path];
    return found ? found.version === version : optional === true;
  });
};

/** Installs what the lock file names, unless it is there. */
export const install = async () => {
  if (existsSync(node) && isInstalled(root)) return;
  console.log('Installing what is missing (npm ci)');
  const code = await run('npm', ['ci', '--include=dev', '--loglevel=error'], { env: outside() });
  if (code !== 0) throw new Error(`npm ci failed (exit code ${code}); what it said stands above.`);
};
