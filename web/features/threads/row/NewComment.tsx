import type { Project } from '@hzm/contracts/features/projects/project';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../state/use-session.ts';
import type { CommentedRow } from '../../../ui/row-comments.ts';
import { Composer, type ComposerHandle } from '../composer/Composer.tsx';
import { commentTitle } from '../model/comment-title.ts';
import { draftOf, keepDraft } from '../model/drafts.ts';
import { sendMessage } from '../outbox.live.ts';
import { aboutRow } from '../threads-search.ts';
import classes from '../Threads.module.css';

/** On a touch screen the focus would open the keyboard over the content. */
const hovers = matchMedia('(hover: hover)').matches;
/** Whether the focus is on a selected tab or a card, where it stays. */
const isChoosing = (): boolean =>
  document.activeElement?.matches('[role=tab]:not([data-autofocus]), [data-thread]') ?? false;

/** Opens a thread about a row with its first message. The draft is kept in this browser. */
export function NewComment({ project, row }: { project: Project; row: CommentedRow }) {
  const { t } = useTranslation('threads');
  const { user } = useSession();
  const about = { table_id: row.tableId, row_id: row.id };
  const of = aboutRow(about);
  const [text, setText] = useState(() => draftOf(localStorage, user.id, of).content);
  const area = useRef<ComposerHandle>(null);
  useEffect(() => {
    if (hovers && !isChoosing()) area.current?.focus();
  }, []);
  const write = (content: string): void => {
    setText(content);
    keepDraft(localStorage, user.id, of, { content, replyTo: null });
  };
  return (
    <footer className={classes.foot}>
      <Composer
        ref={area}
        projectId={project.id}
        label={t('row.write')}
        text={text}
        onText={write}
        onSend={content => {
          sendMessage({
            thread: of,
            opens: { projectId: project.id, title: commentTitle(content, row.name), row: about },
            content,
            replyTo: null,
            attachments: [],
          });
          write('');
        }}
      />
    </footer>
  );
}
