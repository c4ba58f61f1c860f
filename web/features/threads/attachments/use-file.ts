import type { getAttachment, getThumbnail } from '@hzm/contracts/features/attachments/api';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../../lib/files.ts';

interface Loaded {
  readonly file?: File;
  /** Its `blob:` URL. */
  readonly address?: string;
  readonly isFailed: boolean;
}

const nothing: Loaded = { isFailed: false };

/**
 * Loads a picture or its thumbnail. An `img` cannot load it, because the session is in a header.
 * The browser caches it.
 */
export function useFile(
  call: typeof getAttachment | typeof getThumbnail,
  threadId: string,
  attachmentId: string,
): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(nothing);
  useEffect(() => {
    const stop = new AbortController();
    let address = '';
    fetchFile(
      call,
      { params: { threadId, attachmentId }, query: {} },
      { signal: stop.signal },
    ).then(
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
  }, [call, threadId, attachmentId]);
  return loaded;
}
