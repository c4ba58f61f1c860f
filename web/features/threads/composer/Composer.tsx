import { MAX_MESSAGE } from '@hzm/contracts/features/threads/message';
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconCode, IconSend2 } from '@tabler/icons-react';
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { EmojiButton } from '../EmojiButton.tsx';
import { composerEmoji } from '../model/emoji.ts';
import { asCode, inserted, mentionAt, type Writing } from '../model/writing.ts';
import { MentionPicker, type MentionPickerKeys } from './MentionPicker.tsx';
import classes from './Composer.module.css';

/** Length from which the counter warns, in characters. */
const WARN_ABOVE = 1_000;

/** Whether the device is touched: its Enter makes a new line, because it has no Shift+Enter. */
const isTouched = (): boolean => matchMedia('(hover: none)').matches;

export interface ComposerHandle {
  readonly focus: () => void;
}

interface Props {
  projectId: string;
  label: string;
  text: string;
  onText: (text: string) => void;
  hasFiles?: boolean;
  /** Whether something must finish before sending. */
  isWaiting?: boolean;
  onSend: (content: string) => void;
  /** Called on Escape. */
  onLeave?: (() => void) | undefined;
  /** Called on arrow up in an empty text, to edit the last message. */
  onUp?: (() => void) | undefined;
  onFiles?: ((files: readonly File[]) => void) | undefined;
  /** Rendered above the text. */
  above?: ReactNode;
  more?: ReactNode;
  ref?: Ref<ComposerHandle>;
}

/**
 * Message editor: Enter sends, Shift+Enter makes a new line, in code Enter makes a new line,
 * Ctrl+Enter always sends.
 */
export function Composer({
  text,
  onText,
  hasFiles = false,
  isWaiting = false,
  onSend,
  onFiles,
  above,
  more,
  ref,
  ...area
}: Props) {
  const { t } = useTranslation('threads');
  const [isCode, setCode] = useState(false);
  const writing = useWriting(text, onText, isCode);
  useImperativeHandle(ref, () => ({ focus: writing.focus }), [writing.focus]);
  const content = (isCode ? asCode(text.trim()) : text).trim();
  const isBlank = text.trim() === '';
  const maySend = (!isBlank || hasFiles) && content.length <= MAX_MESSAGE && !isWaiting;
  const send = (): void => {
    if (!maySend) return;
    onSend(isBlank ? '' : content);
    setCode(false);
    writing.focus();
  };
  return (
    <div
      className={classes.composer}
      onPaste={event => {
        const files = [...event.clipboardData.files];
        if (files.length === 0 || !onFiles) return;
        event.preventDefault();
        onFiles(files);
      }}
    >
      {above}
      <WritingArea {...area} writing={writing} isCode={isCode} onSend={send} />
      <div className={classes.tools}>
        {more}
        <CodeSwitch
          isCode={isCode}
          onSwitch={() => {
            setCode(!isCode);
            writing.focus();
          }}
        />
        <EmojiButton
          label={t('composer.emoji')}
          emoji={composerEmoji}
          onPick={emoji => writing.write(inserted(writing.now(), emoji))}
        />
        <Counter count={content.length} />
        <SendButton maySend={maySend} onSend={send} />
      </div>
    </div>
  );
}

/** The text with its caret, and the mention that is being typed at it. */
function useWriting(text: string, onText: (text: string) => void, isCode: boolean) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<Writing>({ text: '', start: 0, end: 0 });
  const [dismissed, setDismissed] = useState<number | null>(null);
  /** Caret position after the next render. */
  const goTo = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
    if (goTo.current !== null) element.setSelectionRange(goTo.current, goTo.current);
    goTo.current = null;
  }, [text, isCode]);
  const focus = useCallback((): void => area.current?.focus(), []);
  const now = (): Writing => ({
    text,
    start: area.current?.selectionStart ?? text.length,
    end: area.current?.selectionEnd ?? text.length,
  });
  const write = (next: Writing): void => {
    goTo.current = next.start;
    onText(next.text);
    setCaret(next);
    focus();
  };
  const typed = (next: Writing): void => {
    onText(next.text);
    setCaret(next);
    setDismissed(null);
  };
  const typedMention = isCode || caret.text !== text ? null : mentionAt(caret);
  const mention = typedMention?.from === dismissed ? null : typedMention;
  return {
    area,
    text,
    /** The mention that may be completed; null if there is none, or it was dismissed. */
    mention,
    focus,
    now,
    write,
    typed,
    complete: (token: string): void => {
      if (mention) write(inserted({ text, start: mention.from, end: caret.start }, `${token} `));
    },
    follow: (): void => setCaret(now()),
    dismiss: (): void => setDismissed(mention?.from ?? null),
  };
}

function WritingArea({
  writing,
  projectId,
  label,
  isCode,
  onSend,
  onLeave,
  onUp,
}: Pick<Props, 'projectId' | 'label' | 'onLeave' | 'onUp'> & {
  writing: ReturnType<typeof useWriting>;
  isCode: boolean;
  onSend: () => void;
}) {
  const picker = useRef<MentionPickerKeys>(null);
  const { area, text, mention, complete, typed, follow, dismiss } = writing;
  const breaksLines = isCode || isTouched();
  const actOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.key === 'Escape') return mention ? dismiss : onLeave;
    if (event.key === 'ArrowUp' && text === '') return onUp;
    const sends = event.ctrlKey || event.metaKey || (!event.shiftKey && !breaksLines);
    return event.key === 'Enter' && sends ? onSend : undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of an input method are left to it; some report only by key code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (mention && picker.current?.press(event.key)) return event.preventDefault();
    const act = actOf(event);
    if (!act) return;
    act();
    event.preventDefault();
  };
  return (
    <>
      {mention && (
        <MentionPicker ref={picker} projectId={projectId} mention={mention} onPick={complete} />
      )}
      <textarea
        ref={area}
        className={classes.text}
        data-code={isCode}
        rows={1}
        aria-label={label}
        placeholder={label}
        value={text}
        enterKeyHint={breaksLines ? 'enter' : 'send'}
        aria-autocomplete="list"
        aria-controls={mention ? 'mention-list' : undefined}
        onChange={({ currentTarget: { value, selectionStart, selectionEnd } }) =>
          typed({ text: value, start: selectionStart, end: selectionEnd })
        }
        onSelect={follow}
        onKeyDown={onKeyDown}
      />
    </>
  );
}

function CodeSwitch({ isCode, onSwitch }: { isCode: boolean; onSwitch: () => void }) {
  const { t } = useTranslation('threads');
  return (
    <Tooltip label={t('composer.code')}>
      <ActionIcon
        variant={isCode ? 'light' : 'subtle'}
        color={isCode ? 'teal' : 'gray'}
        size="lg"
        aria-label={t('composer.code')}
        aria-pressed={isCode}
        onClick={onSwitch}
      >
        <IconCode size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Counter({ count }: { count: number }) {
  const { t } = useTranslation('threads');
  return (
    <Text
      size="xs"
      className={`${classes.counter} hzm-figures`}
      data-state={count > MAX_MESSAGE ? 'over' : count > WARN_ABOVE ? 'much' : 'fine'}
      role={count > MAX_MESSAGE ? 'alert' : undefined}
    >
      {t('composer.counter', { n: String(count), max: String(MAX_MESSAGE) })}
    </Text>
  );
}

function SendButton({ maySend, onSend }: { maySend: boolean; onSend: () => void }) {
  const { t } = useTranslation('threads');
  return (
    <Tooltip label={t('composer.send')}>
      <ActionIcon
        variant="filled"
        size="lg"
        aria-label={t('composer.send')}
        disabled={!maySend}
        onClick={onSend}
      >
        <IconSend2 size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
