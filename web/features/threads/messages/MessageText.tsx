import { ERASED_LABEL, segmentsOf } from '@hzm/contracts/features/threads/mentions';
import type { Mention } from '@hzm/contracts/features/threads/message';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { blocksOf, runsOf } from '../model/content.ts';
import { CodeBlock } from './CodeBlock.tsx';
import classes from './Messages.module.css';

interface Props {
  content: string;
  projectId: string;
  /** Existing targets of mentions. */
  mentions: readonly Mention[];
  /** Id of the reader, whose own name is highlighted. */
  readerId: string;
}

/** Text of a message: words, links, mentions and code. None of it is ever markup. */
export function MessageText({ content, projectId, mentions, readerId }: Props) {
  /* oxlint-disable react/no-array-index-key -- the parts of a text are drawn anew together */
  return blocksOf(content).map((block, at) =>
    block.kind === 'code' ? (
      <CodeBlock key={at} code={block.code} language={block.language} />
    ) : (
      <p key={at} className={classes.text}>
        {segmentsOf(block.text).map((segment, place) => (
          <Fragment key={place}>
            {segment.kind === 'text' ? (
              <Words text={segment.text} />
            ) : mentions.some(
                ({ kind, id }) => kind === segment.mention.kind && id === segment.mention.id,
              ) ? (
              <Mentioned
                label={segment.label}
                mention={segment.mention}
                projectId={projectId}
                isReader={segment.mention.id === readerId}
              />
            ) : segment.mention.kind === 'user' ? (
              `@${segment.label}`
            ) : (
              `#${segment.label}`
            )}
          </Fragment>
        ))}
      </p>
    ),
  );
  /* oxlint-enable react/no-array-index-key */
}

function Words({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- as above
  return runsOf(text).map((run, at) =>
    run.kind === 'words' ? (
      run.text
    ) : (
      <a
        key={at}
        href={run.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={classes.link}
      >
        {run.text}
      </a>
    ),
  );
}

/** A mentioned person, or a link to a table or row. */
function Mentioned({
  label,
  mention,
  projectId,
  isReader,
}: {
  label: string;
  mention: Mention;
  projectId: string;
  isReader: boolean;
}) {
  const { t } = useTranslation('threads');
  if (mention.kind === 'user')
    return (
      <span
        className={classes.mention}
        data-reader={isReader}
      >{`@${label === ERASED_LABEL ? t('sender.gone') : label}`}</span>
    );
  const search =
    mention.kind === 'row' ? { table: mention.table_id, row: mention.id } : { table: mention.id };
  return (
    <Link
      to="/projects/$id/data"
      params={{ id: projectId }}
      search={search}
      className={classes.mention}
    >{`#${label}`}</Link>
  );
}
