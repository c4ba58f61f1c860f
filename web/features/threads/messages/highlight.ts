import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import http from 'highlight.js/lib/languages/http';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

const lowlight = createLowlight({
  bash,
  css,
  http,
  java,
  javascript,
  json,
  php,
  python,
  sql,
  typescript,
  xml,
  yaml,
});

/** A piece of code with its kind, as `hljs-keyword`; '' for none. */
export interface Piece {
  readonly text: string;
  readonly kind: string;
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly Node[];
}

const kindOf = ({ properties }: Node): string =>
  Array.isArray(properties?.className) ? String(properties.className[0]) : '';
const piecesOf = (node: Node, kind: string): readonly Piece[] =>
  node.type === 'text'
    ? [{ text: node.value ?? '', kind }]
    : (node.children ?? []).flatMap(child => piecesOf(child, kindOf(node) || kind));

/**
 * Splits code into pieces by kind, guessing an unknown language. The pieces are texts, never
 * markup.
 */
export function highlight(code: string, language: string): readonly Piece[] {
  const tree = lowlight.registered(language)
    ? lowlight.highlight(language, code)
    : lowlight.highlightAuto(code);
  const pieces = piecesOf(tree, '');
  // The highlighter drops text that it cannot parse, so incomplete output is ignored.
  return pieces.map(({ text }) => text).join('') === code ? pieces : [{ text: code, kind: '' }];
}
