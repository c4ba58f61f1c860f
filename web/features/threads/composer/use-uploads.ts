import { newId } from '@hzm/contracts/core/ids';
import { uploadAttachment } from '@hzm/contracts/features/attachments/api';
import { MAX_ATTACHMENT_BYTES } from '@hzm/contracts/features/attachments/attachment';
import { MAX_ATTACHMENTS } from '@hzm/contracts/features/threads/message';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../lib/bytes-text.ts';
import { useErrorText } from '../../../lib/error-text.ts';
import { sendFile } from '../../../lib/files.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { notifyFailed } from '../../../ui/notify.tsx';

export interface Upload {
  /** Idempotency key of the upload. */
  readonly key: string;
  readonly file: File;
  readonly sent: number;
  readonly id?: string;
  /** Reason of a failure, for a person; null if none. */
  readonly reason: string | null;
}

export interface Uploads {
  readonly all: readonly Upload[];
  /** Whether a file is neither stored nor removed. */
  readonly isWaiting: boolean;
  readonly stored: readonly { readonly id: string; readonly file_name: string }[];
  readonly add: (files: readonly File[]) => void;
  readonly again: (upload: Upload) => void;
  readonly remove: (key: string) => void;
  /** Clears the list after the message is sent. */
  readonly clear: () => void;
}

/**
 * Uploads files before their message is sent. An upload is cancelled when it is removed or the
 * thread is left.
 */
export function useUploads(threadId: string): Uploads {
  const { t } = useTranslation('threads');
  const errorText = useErrorText();
  const language = useLanguage();
  const [all, setAll] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const under = running.current;
    return () => {
      for (const way of under.values()) way.abort();
    };
  }, []);
  const change = (key: string, next: (before: Upload) => Upload): void =>
    setAll(before => before.map(one => (one.key === key ? next(one) : one)));
  const start = async ({ key, file }: Upload): Promise<void> => {
    const way = new AbortController();
    running.current.set(key, way);
    change(key, one => ({ ...one, sent: 0, reason: null }));
    try {
      const { attachment } = await sendFile(
        uploadAttachment,
        { params: { threadId }, query: { file_name: file.name } },
        file,
        {
          signal: way.signal,
          requestId: key,
          onBytes: sent => change(key, one => ({ ...one, sent })),
        },
      );
      change(key, one => ({ ...one, sent: file.size, id: attachment.id }));
    } catch (error) {
      if (!way.signal.aborted) change(key, one => ({ ...one, reason: errorText(error) }));
    } finally {
      running.current.delete(key);
    }
  };
  const add = (files: readonly File[]): void => {
    const room = files.slice(0, Math.max(0, MAX_ATTACHMENTS - all.length));
    if (room.length < files.length) notifyFailed(t('uploads.tooMany', { max: MAX_ATTACHMENTS }));
    const fits = room.filter(({ size }) => size <= MAX_ATTACHMENT_BYTES);
    for (const { name } of room.filter(({ size }) => size > MAX_ATTACHMENT_BYTES))
      notifyFailed(t('uploads.tooLarge', { name, max: bytesText(MAX_ATTACHMENT_BYTES, language) }));
    const added = fits.map(file => ({ key: newId(), file, sent: 0, reason: null }));
    setAll(before => [...before, ...added]);
    for (const one of added) void start(one);
  };
  return {
    all,
    isWaiting: all.some(({ id }) => id === undefined),
    stored: all.flatMap(({ id, file }) => (id === undefined ? [] : [{ id, file_name: file.name }])),
    add,
    again: upload => void start(upload),
    remove: key => {
      running.current.get(key)?.abort();
      setAll(before => before.filter(one => one.key !== key));
    },
    clear: () => setAll([]),
  };
}
