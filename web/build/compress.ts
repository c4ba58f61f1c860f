import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Writes `.br` and `.gz` files beside text files, if they are smaller. */
export async function compress(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,json,svg,txt,webmanifest}', { cwd: folder }).map(file =>
    join(folder, file),
  );
  await Promise.all(
    files.map(async file => {
      const bytes = readFileSync(file);
      const small = {
        br: await promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }),
        gz: await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
      };
      for (const [extension, packed] of Object.entries(small))
        if (packed.length < bytes.length) writeFileSync(`${file}.${extension}`, packed);
    }),
  );
}
