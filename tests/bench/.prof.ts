import { spawn } from 'node:child_process';
import { load } from '/work/main/tests/bench/load.ts';
import { seed, signUp, rowOf } from '/work/main/tests/bench/product.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
const dir = mkdtempSync('/tmp/prof-');
const child = spawn(process.execPath, ['--cpu-prof', `--cpu-prof-dir=${dir}/prof`, '/work/main/services/server/main.ts'], { env: { PATH: process.env.PATH, PORT: '0', HZM_DATA_DIR: dir + '/data', HZM_SECRET: 'a secret for benches only' }, stdio: ['ignore','pipe','inherit'] });
const address = await new Promise(r => child.stdout.on('data', c => { const m = /http:\/\/\S+/.exec(String(c)); if (m) r(m[0]); }));
const product = await signUp(address);
const what = process.argv[2];
await seed(product, 0, what === 'create' ? Number(process.argv[3] ?? 5000) : Number(process.argv[3] ?? 20000));
const d = `/api/v1/data/table/${product.table}`;
const asks = {
  create: n => ({ method: 'POST', path: `${d}/rows`, body: rowOf(n) }),
  update: n => ({ method: 'PUT', path: `${d}/rows/${product.ids[(n * 7919) % product.ids.length]}`, body: { tutar: n + .5 } }),
  read: n => ({ method: 'GET', path: `${d}/rows/${product.ids[(n * 7919) % product.ids.length]}` }),
  list: () => ({ method: 'GET', path: `${d}?limit=50&count=none` }),
  sub: n => ({ method: 'GET', path: `${d}?limit=50&page=10&count=none&filter[not]=${100 + (n % 100)}` }),
};
await (await import('node:timers/promises')).setTimeout(300);
console.log(await load(product, 16, 4, asks[what]));
child.kill('SIGTERM'); await new Promise(r => child.once('close', r));
const prof = JSON.parse(readFileSync(`${dir}/prof/${readdirSync(dir + '/prof')[0]}`));
const self = new Map(); const dt = prof.timeDeltas; const byId = new Map(prof.nodes.map(n => [n.id, n]));
let tt=0; const end=dt.reduce((a,b)=>a+b,0);
prof.samples.forEach((id, i) => { tt+=dt[i]; if (tt < end-4.2e6) return; const n = byId.get(id); const k = `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').slice(-3).join('/')}:${n.callFrame.lineNumber + 1}`; self.set(k, (self.get(k) ?? 0) + dt[i]); });
const parent = new Map(); prof.nodes.forEach(n => (n.children ?? []).forEach(c => parent.set(c, n.id)));
const incl = new Map(); let t2 = 0;
prof.samples.forEach((id, i) => { t2 += dt[i]; if (t2 < end - 4.2e6) return; const seen = new Set(); for (let x = id; x !== undefined; x = parent.get(x)) { const n = byId.get(x); const k = `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').slice(-3).join('/')}:${n.callFrame.lineNumber + 1}`; if (!seen.has(k)) { seen.add(k); incl.set(k, (incl.get(k) ?? 0) + dt[i]); } } });
const total = [...self.values()].reduce((a, b) => a + b, 0);
for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 32)) console.log((v / total * 100).toFixed(1) + '%', k);
console.log('-- inclusive'); for (const [k, v] of [...incl].sort((a, b) => b[1] - a[1]).slice(0, 60)) console.log((v / total * 100).toFixed(1) + '%', k);
rmSync(dir, { recursive: true });
