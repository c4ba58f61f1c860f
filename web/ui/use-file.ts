import type { RequestOf } from '@hzm/contracts/core/call';
import type { getAttachment, getThumbnail } from '@hzm/contracts/features/attachments/api';
import type { getCellFile, getCellThumbnail } from '@hzm/contracts/features/cell-files/api';
import { useEffect, useState } from 'react';
import { fetchFile } from '../lib/files.ts';

interface Loaded {
  readonly file?: File;
  /** Its `blob:` URL. */
  readonly address?: string;
  readonly isFailed: boolean;
}

const nothing: Loaded = { isFailed: false };

type FileCall =
  | typeof getAttachment
  | typeof getThumbnail
  | typeof getCellFile
  | typeof getCellThumbnail;

/**
 * Loads a picture or its thumbnail. An `img` cannot load it, because the session is in a header.
 * The browser caches it.
 */
export function useFile<C extends FileCall>(call: C, params: RequestOf<C>['params']): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(nothing);
  const key = JSON.stringify(params);
  useEffect(() => {
    const stop = new AbortController();
    let address = '';
    fetchFile(call, { params: JSON.parse(key), query: {} } as never, { signal: stop.signal }).then(
      file => {
        address = URL.createObjectURL(file);
        setLoaded({ file, address, isFailed: false });
      },
      () => {
        if (!stop.signal.aborted) setLoaded({ isFailed: true });
      },
    );
    return () => {
      stop.abort();
      URL.revokeObjectURL(address);
      setLoaded(nothing);
    };
  }, [call, key]);
  return loaded;
}
