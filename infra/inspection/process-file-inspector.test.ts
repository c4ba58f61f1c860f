import { deflateRawSync, deflateSync, crc32 } from 'node:zlib';
import { HEAD_BYTES } from '@hzm/services/core/ports/file-inspector';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { ProcessFileInspector } from './process-file-inspector.ts';

const inspector = new ProcessFileInspector();
afterAll(() => inspector.close());

const kindOf = (bytes: Buffer): Promise<string> => inspector.kindOf(bytes.subarray(0, HEAD_BYTES));
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2563eb' } });

/** Makes a PNG that declares any size and has the pixels of one line. */
function png(width: number, height: number, data = deflateSync(Buffer.alloc(100))): Buffer {
  const chunk = (type: string, body: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Makes a ZIP with one file that unpacks to `bytes` zeros. */
function zip(name: string, bytes: number): Buffer {
  const body = deflateRawSync(Buffer.alloc(bytes));
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(body.length, 18);
  header.writeUInt32LE(bytes, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), body]);
}

describe('file kind', () => {
  it('follows from the bytes', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const found = [];
    for (const bytes of [
      await plain(4, 4).png().toBuffer(),
      await plain(4, 4).jpeg().toBuffer(),
      await plain(4, 4).webp().toBuffer(),
      await plain(4, 4).gif().toBuffer(),
      await plain(4, 4).avif().toBuffer(),
      Buffer.from('%PDF-1.7\n'),
      zip('a.txt', 10),
      Buffer.from('Merhaba, dünya\n'),
      Buffer.from(svg),
      Buffer.from(`<?xml version="1.0"?>${svg}`),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from([0, 1, 2, 3, 4]),
      Buffer.from([0xc3, 0x28, 0x41]),
      Buffer.alloc(0),
      Buffer.from('MZ'.padEnd(200, '\0')),
    ])
      found.push(await kindOf(bytes));
    expect(found).toEqual([
      'image/png',
      'image/jpeg',
      'image/webp',
      'image/gif',
      'image/avif',
      'application/pdf',
      'application/zip',
      'text/plain',
      'text/plain',
      'application/xml',
      'text/plain',
      'application/octet-stream',
      'application/octet-stream',
      'application/octet-stream',
      'application/x-msdownload',
    ]);
  });

  it('is text for UTF-16, although audio files begin with the same bytes', async () => {
    const little = Buffer.from('\ufeffad\tyaş\nAyşe\t30\n', 'utf16le');
    expect([await kindOf(little), await kindOf(Buffer.from(little).swap16())]).toEqual([
      'text/plain',
      'text/plain',
    ]);
    expect(await kindOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(400)]))).not.toBe(
      'text/plain',
    );
  });

  it('is text if the head ends within a character', async () => {
    expect(await kindOf(Buffer.from(`a${'ş'.repeat(40_000)}`))).toBe('text/plain');
  });

  it('of a zip bomb is found in less than 5 s', async () => {
    const began = performance.now();
    expect(await kindOf(zip('[Content_Types].xml', 60_000_000))).toMatch(/^application\//);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('picture', () => {
  it('has its size and a thumbnail, both as displayed', async () => {
    const { width, height, thumbnail } = (await inspector.picture(
      await plain(1000, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ))!;
    expect([width, height]).toEqual([500, 1000]);
    const small = await sharp(thumbnail).metadata();
    expect([small.format, small.width, small.height, small.exif]).toEqual([
      'webp',
      160,
      320,
      undefined,
    ]);
  });

  it('smaller than the thumbnail size is not enlarged', async () => {
    const { thumbnail } = (await inspector.picture(await plain(10, 20).png().toBuffer()))!;
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 10, height: 20 });
  });

  it('is undefined if it is unreadable, far too large, or of a kind that can run code', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>',
    );
    const whole = await plain(400, 400).png().toBuffer();
    for (const bytes of [
      Buffer.from('no picture'),
      svg,
      png(60_000, 60_000),
      png(50, 50),
      whole.subarray(0, whole.length / 2),
      Buffer.alloc(0),
    ])
      expect(await inspector.picture(bytes)).toBeUndefined();
  });
});

it('an inspection that times out ends its process, and the next file gets a new one', async () => {
  const hasty = new ProcessFileInspector(1);
  expect(await hasty.kindOf(Buffer.from('%PDF-1.7\n'))).toBe('application/octet-stream');
  expect(hasty.isRunning).toBe(false);
  await hasty.close();
  expect(await inspector.kindOf(Buffer.from('%PDF-1.7\n'))).toBe('application/pdf');
});

it('a closed inspector leaves no process', async () => {
  const other = new ProcessFileInspector();
  expect(other.isRunning).toBe(false);
  await other.kindOf(Buffer.from('x'));
  expect(other.isRunning).toBe(true);
  const asked = other.picture(await plain(2_000, 2_000).png().toBuffer());
  const began = performance.now();
  await other.close();
  expect([await asked, performance.now() - began < 2_000]).toEqual([undefined, true]);
  expect([other.isRunning, await other.kindOf(Buffer.from('%PDF-1.7\n'))]).toEqual([
    false,
    'application/octet-stream',
  ]);
});
