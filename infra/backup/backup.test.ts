import { createSecretKey, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@hzm/contracts/core/ids';
import { positionOf, START } from '@hzm/contracts/core/position';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackupLog } from './backup-log.ts';
import { BackupWriter } from './backup-writer.ts';
import {
  BackupContents,
  fileLines,
  eventLine,
  keyLine,
  secretsLine,
  type BackupFile,
} from './contents.ts';
import {
  BadBackup,
  DIGEST_BYTES,
  firstDigest,
  nextDigest,
  PREFIX_BYTES,
  prefixOf,
  TRAILER,
  TRAILER_BYTES,
  type FrameKind,
  type Summary,
} from './format.ts';
import { sealPayload } from './payload.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-backup-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const secrets = { secret: randomBytes(32), pepper: createSecretKey(randomBytes(32)) };
const key = createSecretKey(randomBytes(32));
const event = (n: number) => ({
  id: crypto.randomUUID(),
  stream: `s${n % 3}`,
  revision: Math.floor(n / 3),
  position: positionOf(n + 1),
  type: 'noted',
  data: { n, text: 'ş'.repeat(n % 4) },
  meta: { at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString() },
});
const events = Array.from({ length: 20 }, (_, n) => event(n));
const files: readonly BackupFile[] = [
  { partition: newId(), name: 'ab'.repeat(32), bytes: randomBytes(300) },
  { partition: newId(), name: 'cd', bytes: Buffer.alloc(0) },
];
const summary: Summary = {
  events: 20,
  damaged: 0,
  keys: 2,
  destroyed: 1,
  files: 2,
  begin: positionOf(10),
  end: positionOf(20),
  startedAt: '2026-01-01T00:00:10.000Z',
  endedAt: '2026-01-01T00:00:20.000Z',
};

function made(passphrase?: string): string {
  const file = join(directory, 'a.backup');
  using writer = new BackupWriter(
    file,
    { version: '1.2.3', startedAt: summary.startedAt },
    passphrase,
  );
  for (const from of [0, 7, 14]) writer.write('E', events.slice(from, from + 7).map(eventLine));
  writer.write('K', [keyLine('project:a', key), keyLine('account:b', null)]);
  for (const file of files) for (const line of fileLines(file)) writer.write('F', line);
  writer.write('S', secretsLine(secrets));
  expect(writer.finish(summary)).toBe(statSync(file).size);
  return file;
}
const opened = (file: string, passphrase?: string): BackupContents =>
  new BackupContents(file, passphrase);
/** Opens and verifies a file as a restore does. */
function used(bytes: Buffer, passphrase?: string): unknown {
  const file = join(directory, 'changed.backup');
  writeFileSync(file, bytes);
  let contents: BackupContents | undefined;
  try {
    contents = opened(file, passphrase);
    contents.verify();
    return 'accepted';
  } catch (error) {
    return error;
  } finally {
    contents?.close();
  }
}

describe.each([undefined, 'a passphrase of mine'])('a backup, passphrase %s', passphrase => {
  it('returns everything written to it, and only its user can read the file', () => {
    const file = made(passphrase);
    const contents = opened(file, passphrase);
    expect([...contents.events()].flat()).toEqual(events);
    const [first, second] = [...contents.keys()];
    expect([first!.scope, first!.key!.equals(key), second]).toEqual([
      'project:a',
      true,
      { scope: 'account:b', key: null },
    ]);
    expect([...contents.files()]).toEqual(files);
    const found = contents.verify();
    expect([found.secret, found.pepper.equals(secrets.pepper)]).toEqual([secrets.secret, true]);
    expect([contents.summary(), contents.header.version, contents.bytes]).toEqual([
      summary,
      '1.2.3',
      statSync(file).size,
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['a.backup']);
    contents.close();
  });

  it(
    'is refused with a sentence wherever it is cut, changed, lengthened or spliced',
    { timeout: 60_000 },
    () => {
      const whole = readFileSync(made(passphrase));
      expect(used(whole, passphrase)).toBe('accepted');
      const refused = (bytes: Buffer): void => {
        const error = used(bytes, passphrase);
        expect(error).toBeInstanceOf(BadBackup);
        expect((error as Error).message).toMatch(/^[A-Z].*\.$/);
      };
      // With a passphrase, each attempt costs a key derivation.
      const numRuns = passphrase === undefined ? 100 : 4;
      fc.assert(
        fc.property(fc.nat({ max: whole.length - 1 }), length =>
          refused(whole.subarray(0, length)),
        ),
        { numRuns },
      );
      fc.assert(
        fc.property(
          fc.nat({ max: whole.length - 1 }),
          fc.integer({ min: 1, max: 255 }),
          (at, bits) => {
            const other = Buffer.from(whole);
            other[at]! ^= bits;
            refused(other);
          },
        ),
        { numRuns },
      );
      fc.assert(
        fc.property(
          fc.nat({ max: whole.length - 2 }),
          fc.integer({ min: 1, max: 500 }),
          (at, length) =>
            refused(
              Buffer.concat([
                whole.subarray(0, at),
                whole.subarray(Math.min(at + length, whole.length - 1)),
              ]),
            ),
        ),
        { numRuns },
      );
      refused(Buffer.concat([whole, Buffer.from('\n')]));
      refused(Buffer.concat([whole, whole]));
    },
  );
});

/**
 * Rewrites a backup as format 1 had it: its number, no files, and a summary that does not count
 * them.
 */
function ofFirstFormat(): string {
  const [file, bytes] = [join(directory, 'first.backup'), readFileSync(made())];
  const end = bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1;
  const lines = Buffer.from(bytes.toString('utf8', 0, end).replace('HZM BACKUP 2', 'HZM BACKUP 1'));
  const frames: Buffer[] = [];
  let [digest, last] = [firstDigest(lines), 0];
  for (let at = end; at < bytes.length - TRAILER_BYTES;) {
    const [kind, length] = [
      bytes.toString('latin1', at, at + 1) as FrameKind,
      bytes.readUInt32BE(at + 1),
    ];
    const { files: _, ...older } = summary;
    const payload =
      kind === 'Z'
        ? sealPayload(older, kind, digest, undefined)
        : bytes.subarray(at + PREFIX_BYTES, at + PREFIX_BYTES + length);
    at += PREFIX_BYTES + length + DIGEST_BYTES;
    if (kind === 'F') continue;
    const prefix = prefixOf(kind, payload.length);
    digest = nextDigest(digest, prefix, payload);
    frames.push(prefix, payload, digest);
    last = PREFIX_BYTES + payload.length + DIGEST_BYTES;
  }
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32BE(last);
  writeFileSync(file, Buffer.concat([lines, ...frames, trailer, Buffer.from(TRAILER)]));
  return file;
}

it('a backup of format 1 is readable', () => {
  const contents = opened(ofFirstFormat());
  expect(contents.verify().secret).toEqual(secrets.secret);
  expect([[...contents.events()].flat(), [...contents.files()], contents.summary()]).toEqual([
    events,
    [],
    { ...summary, files: 0 },
  ]);
  contents.close();
});

it.each([
  ['../../../../etc/cron.d/', 'ab'],
  [newId(), '../ab'],
  [newId(), 'AB'],
  ['incoming', 'ab'],
])('a backup that holds a file under %s/%s is refused', (partition, name) => {
  const file = join(directory, 'hostile.backup');
  using writer = new BackupWriter(
    file,
    { version: '1.2.3', startedAt: summary.startedAt },
    undefined,
  );
  for (const line of fileLines({ partition, name, bytes: Buffer.from('x') }))
    writer.write('F', line);
  writer.finish(summary);
  const contents = opened(file);
  expect(() => [...contents.files()]).toThrow(BadBackup);
  contents.close();
});

it('a backup with any single byte changed is refused', { timeout: 60_000 }, () => {
  const whole = readFileSync(made());
  for (let at = 0; at < whole.length; at++) {
    const other = Buffer.from(whole);
    other[at]! ^= 1;
    expect([at, used(other)]).toEqual([at, expect.any(BadBackup)]);
  }
});

it('a refused backup names the reason', () => {
  const file = made('a passphrase of mine');
  expect(() => opened(file)).toThrow('set HZM_BACKUP_PASSPHRASE');
  expect(() => opened(file, 'another one').verify()).toThrow('is not the passphrase');
  const plain = readFileSync(made());
  expect(used(Buffer.from('SQLite format 3'))).toMatchObject({
    message: 'The file is no backup of HZM.',
  });
  expect(used(Buffer.concat([Buffer.from('HZM BACKUP 3'), plain.subarray(12)]))).toMatchObject({
    message: expect.stringContaining('later version of HZM (format 3)') as string,
  });
  expect(used(plain.subarray(0, plain.length - 100))).toMatchObject({
    message: expect.stringContaining('cut off') as string,
  });
  expect(used(Buffer.alloc(0))).toMatchObject({ message: 'The file is no backup of HZM.' });
});

it('an unfinished backup leaves no file', () => {
  const file = join(directory, 'b.backup');
  {
    using writer = new BackupWriter(
      file,
      { version: '1', startedAt: summary.startedAt },
      undefined,
    );
    writer.write('E', events.map(eventLine));
    expect([existsSync(file), readdirSync(directory)]).toEqual([false, ['b.backup.partial']]);
  }
  expect(readdirSync(directory)).toEqual([]);
});

it('a backup with a passphrase contains no plain text', () => {
  const bytes = readFileSync(made('a passphrase of mine'));
  expect(bytes.includes('noted')).toBe(false);
  expect(bytes.includes(secrets.secret)).toBe(false);
});

describe('backup log', () => {
  it('reads pages of any size, restarts from the beginning, and ends at a given time', async () => {
    const contents = opened(made());
    for (const limit of [1, 3, 7, 8, 100]) {
      const log = new BackupLog(contents);
      for (const _ of [1, 2]) {
        const read = [];
        for (let after = START; ;) {
          const page = await log.readAll({ after, limit });
          if (page.length === 0) break;
          expect(page.length).toBeLessThanOrEqual(limit);
          read.push(...page);
          after = page.at(-1)!.position;
        }
        expect(read).toEqual(events);
      }
    }
    const until = (time: string) =>
      new BackupLog(contents, time).readAll({ after: START, limit: 100 });
    expect(await until('2026-01-01T00:00:08.000Z')).toEqual(events.slice(0, 9));
    expect(await until('2026-01-01T00:00:07.999Z')).toEqual(events.slice(0, 8));
    expect(await until('2025-01-01T00:00:00.000Z')).toEqual([]);
    contents.close();
  });
});
