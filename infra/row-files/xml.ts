import { BrokenFile } from '@hzm/services/core/ports/row-files';
import { SaxesParser } from 'saxes';

export interface XmlHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Maximum bytes from one tag to the next, because the parser holds a tag or a text whole. */
const MAX_BETWEEN_TAGS = 8_388_608;

/** The name of an element without its namespace. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML as its bytes come; `pause` yields after each chunk. Documents with a type definition,
 * which could define entities, are refused.
 * @throws BrokenFile
 */
export async function* parsedXml(
  bytes: AsyncIterable<Uint8Array>,
  { open, text, close }: XmlHandler,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new BrokenFile('xml-doctype');
  });
  parser.on('error', error => {
    throw new BrokenFile('xml', { cause: error });
  });
  let sinceTag = 0;
  parser.on('opentag', tag => {
    sinceTag = 0;
    open?.(local(tag.name), tag.attributes);
  });
  if (text) parser.on('text', text);
  if (text) parser.on('cdata', text);
  parser.on('closetag', tag => {
    sinceTag = 0;
    close?.(local(tag.name));
  });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    sinceTag += chunk.length;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (sinceTag > MAX_BETWEEN_TAGS) throw new BrokenFile('xml-too-long');
    yield;
  }
  parser.close();
  yield;
}

/** Parses a whole document. @throws BrokenFile */
export async function parseXml(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
): Promise<void> {
  // Each step has already called the handler.
  for await (const _ of parsedXml(bytes, handler));
}
