import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { load } from './load.ts';
import { seed, signUp, ask } from './product.ts';
const dir = mkdtempSync('/tmp/prof-');
const prof = process.argv[2] === 'prof';
const mode = process.argv[3] ?? 'session';
const child = spawn(process.execPath, [...(prof ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--cpu-prof-interval=200'] : []), join(import.meta.dirname, '../../services/server/main.ts')], { env: { PATH: process.env['PATH'], PORT: '0', HZM_DATA_DIR: dir, HZM_SECRET: 'a secret for benches only', HZM_LOG_LEVEL: process.env['LEVEL'] ?? 'warn' }, stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise<string>(r => { let t = ''; child.stdout.on('data', c => { t += c; const f = /http:\/\/\S+/.exec(t)?.[0]; if (f) r(f); }); });
const p = await signUp(address);
await seed(p, 0, 2000);
let target: any = p;
if (mode === 'key') {
  const me = await ask<any>(p, 'GET', '/auth/me');
  target = { address, headers: { 'x-api-key': me.credentials.apiKey } };
}
if (mode === 'key') {
  const { projects } = await ask<any>(p, 'GET', '/projects');
  await ask(p, 'PUT', `/projects/${projects[0].id}`, { settings: { maxRequestsPerMinute: 10000 } });
}
const read = (n: number) => ({ method: 'GET' as const, path: `/api/v1/data/table/${p.table}/rows/${p.ids[(n * 7919) % p.ids.length]}` });
for (let i = 0; i < (mode === 'key' ? 1 : 4); i++) try { const r = await load(target, 16, mode === 'key' ? 1 : 2, read); console.log(Math.round(r.perSecond)); } catch (e) { console.log(String(e)); }
child.kill('SIGTERM');
