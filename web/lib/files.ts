import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import { store } from '../state/jotai.ts';
import { sessionAtom } from '../state/session.ts';
import { addressOf } from './address.ts';
import { clientError } from './api-error.ts';
import { headersOf } from './headers.ts';
import { read, refusal, type Envelope } from './http.ts';
import { ownRequest } from './own-requests.ts';

interface Way {
  /** Cancels the transfer. */
  readonly signal: AbortSignal;
  /** Called with the bytes transferred so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** A request without its body. */
type Asked<C extends Call> = Omit<RequestOf<C>, 'body'>;

/** Content type of the upload; for files of any kind the server detects it from the bytes. */
const typeOf = ({ file }: Call): string =>
  file === undefined || file.type === '*/*' ? 'application/octet-stream' : file.type;

/** Returns the name that an answer gives its file, in quotes or as a token. */
const nameOf = (response: Response): string => {
  const said = response.headers.get('Content-Disposition') ?? '';
  return /filename="?([^";]+)/.exec(said)?.[1] ?? 'backup.json';
};

/**
 * Downloads the file of a call. An interrupted download fails. @throws ApiError, or the signal's
 * reason
 */
export async function fetchFile<C extends Call>(
  call: C,
  { params, query }: Asked<C>,
  { signal, onBytes = () => undefined }: Way,
): Promise<File> {
  if (!navigator.onLine) throw clientError('OFFLINE_ERROR');
  const [session, address] = [store.get(sessionAtom), addressOf(call, params, query)];
  try {
    const response = await fetch(address, { signal, headers: headersOf(session, {}, false) });
    if (!response.ok || !response.body)
      throw refusal(
        await read(response),
        response.status,
        response.headers.get('Retry-After'),
        session?.token,
        address,
      );
    const [parts, reader] = [[] as Uint8Array<ArrayBuffer>[], response.body.getReader()];
    for (let bytes = 0; ;) {
      const { done, value } = await reader.read();
      if (done)
        return new File(parts, nameOf(response), {
          type: response.headers.get('Content-Type') ?? '',
        });
      parts.push(value);
      onBytes((bytes += value.length));
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof TypeError ? clientError('CONNECTION_ERROR') : error;
  }
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}

/**
 * Uploads a file as the body of a call, by XMLHttpRequest, because only it reports progress. @param
 * requestId makes repetitions idempotent @throws ApiError, or the signal's reason
 */
export function sendFile<C extends Call>(
  call: C,
  { params, query }: Asked<C>,
  file: Blob,
  { signal, onBytes = () => undefined, requestId }: Way & { readonly requestId?: string },
): Promise<AnswerOf<C>> {
  const [session, address] = [store.get(sessionAtom), addressOf(call, params, query)];
  return new Promise((resolve, reject) => {
    if (!navigator.onLine) throw clientError('OFFLINE_ERROR');
    const request = new XMLHttpRequest();
    request.open(call.method, address);
    for (const [name, value] of Object.entries({
      ...headersOf(session, { requestId: ownRequest(requestId) }, false),
      'Content-Type': typeOf(call),
    }))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded));
    request.addEventListener('load', () => {
      try {
        const answer = JSON.parse(request.responseText) as Envelope;
        if (request.status < 300) resolve(answer.data as AnswerOf<C>);
        else
          reject(
            refusal(
              answer,
              request.status,
              request.getResponseHeader('Retry-After'),
              session?.token,
              address,
            ),
          );
      } catch {
        reject(clientError('PARSE_ERROR'));
      }
    });
    request.addEventListener('error', () => reject(clientError('CONNECTION_ERROR')));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
