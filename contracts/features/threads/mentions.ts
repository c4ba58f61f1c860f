import type { Mention } from './message.ts';

/** Maximum mentions per message; further ones are text. */
export const MAX_MENTIONS = 20;

const id = '([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})';
const LABEL = 100;
/**
 * `@[Ayşe](user:<id>)`, `#[Müşteriler](table:<id>)`, `#[Müşteriler/42](row:<tableId>/<rowId>)`.
 * Labels have no brackets and no line breaks, so that parsing never backtracks over text twice.
 */
const TOKEN = new RegExp(
  String.raw`@\[([^\[\]\r\n]{1,${LABEL}})\]\(user:${id}\)|#\[([^\[\]\r\n]{1,${LABEL}})\]\((?:table:${id}|row:${id}/${id})\)`,
  'g',
);

/** A part of a message: text, or a possible mention with the label its writer saw. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'mention';
      readonly label: string;
      readonly mention: Mention;
      readonly text: string;
    };

/** Splits a message into text and mentions, whose joined `text` equals the message. */
export function segmentsOf(content: string): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  let count = 0;
  for (const found of content.matchAll(TOKEN)) {
    if (++count > MAX_MENTIONS) break;
    const [text, person, user, thing, table, tableId, rowId] = found;
    if (found.index > from) segments.push({ kind: 'text', text: content.slice(from, found.index) });
    segments.push({
      kind: 'mention',
      label: (person ?? thing)!,
      text,
      mention:
        user !== undefined
          ? { kind: 'user', id: user }
          : table !== undefined
            ? { kind: 'table', id: table }
            : { kind: 'row', id: rowId!, table_id: tableId! },
    });
    from = found.index + text.length;
  }
  if (from < content.length) segments.push({ kind: 'text', text: content.slice(from) });
  return segments;
}

/** The label of an erased person. */
export const ERASED_LABEL = '?';

/** Replaces a person's name in mentions by `ERASED_LABEL`. */
export const withoutName = (content: string, accountId: string): string =>
  content.replace(TOKEN, (text: string, _: string | undefined, user: string | undefined) =>
    user === accountId ? mentionText(ERASED_LABEL, { kind: 'user', id: user }) : text,
  );

/** Returns a unique key of a mentioned thing. */
export const mentionKey = (mention: Mention): string =>
  mention.kind === 'row'
    ? `row:${mention.table_id}/${mention.id}`
    : `${mention.kind}:${mention.id}`;

/** Returns the possible mentions of a message, each once. */
export const mentionsIn = (content: string): Mention[] => [
  ...new Map(
    segmentsOf(content).flatMap(segment =>
      segment.kind === 'mention' ? [[mentionKey(segment.mention), segment.mention] as const] : [],
    ),
  ).values(),
];

/** Formats a mention for a message; brackets and line breaks in the label become spaces. */
export const mentionText = (label: string, mention: Mention): string =>
  `${mention.kind === 'user' ? '@' : '#'}[${
    label
      .replace(/[[\]\r\n]+/g, ' ')
      .trim()
      .slice(0, LABEL)
      .toWellFormed()
      .trim() || '?'
  }](${mentionKey(mention)})`;

/** Formats a message without links: mentions become names. */
export const plainText = (content: string): string =>
  segmentsOf(content)
    .map(segment =>
      segment.kind === 'text'
        ? segment.text
        : `${segment.mention.kind === 'user' ? '@' : '#'}${segment.label}`,
    )
    .join('');
