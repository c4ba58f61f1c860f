import type { DocCall } from '@hzm/contracts/features/docs/api';

export interface Words {
  readonly access: string;
  readonly parameters: string;
  readonly body: string;
  readonly answer: string;
  readonly required: string;
  readonly aliases: string;
}

type Member = DocCall['members'][number];

const lineOf = ({ name, type, required, description }: Member, words: Words): string =>
  `- \`${name}\` \`${type}\`${required ? ` · ${words.required}` : ''}${description === undefined ? '' : `: ${description}`}`;

const listOf = (heading: string, members: readonly Member[], words: Words): string[] =>
  members.length === 0
    ? []
    : [`**${heading}**\n\n${members.map(one => lineOf(one, words)).join('\n')}`];

const callText = (call: DocCall, words: Words): string =>
  [
    `## ${call.summary}`,
    `\`${call.method} /api/v1${call.path}\``,
    ...(call.description === undefined ? [] : [call.description]),
    `**${words.access}**: ${call.access}`,
    ...(call.aliases.length === 0
      ? []
      : [`**${words.aliases}**: ${call.aliases.map(path => `\`${path}\``).join(', ')}`]),
    ...listOf(
      words.parameters,
      call.members.filter(one => one.in !== 'body'),
      words,
    ),
    ...listOf(
      words.body,
      call.members.filter(one => one.in === 'body'),
      words,
    ),
    `**${words.answer}** ${call.status}: \`${call.answer}\``,
  ].join('\n\n');

/** Writes a module as Markdown. */
export const markdownOf = (
  title: string,
  description: string,
  calls: readonly DocCall[],
  words: Words,
): string =>
  `${[`# ${title}`, description, ...calls.map(call => callText(call, words))].join('\n\n')}\n`;
