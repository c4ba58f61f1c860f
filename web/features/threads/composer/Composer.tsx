import { MAX_MESSAGE } from '@hzm/contracts/features/threads/message';
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconCode, IconSend2 } from '@tabler/icons-react';
import type { RefObject } from 'react';
import {
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
  projectId,
  label,
  text,
  onText,
  hasFiles = false,
  isWaiting = false,
  onSend,
  onLeave,
  onUp,
  onFiles,
  above,
  more,
  ref,
}: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<MentionPickerKeys>(null);
  const [isCode, setCode] = useState(false);
  const [caret, setCaret] = useState<Writing>({ text: '', start: 0, end: 0 });
  const [dismissed, setDismissed] = useState<number | null>(null);
  /** Caret position after the next render. */
  const goTo = useRef<number | null>(null);
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), []);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
    if (goTo.current !== null) element.setSelectionRange(goTo.current, goTo.current);
    goTo.current = null;
  }, [text, isCode]);

  const content = (isCode ? asCode(text.trim()) : text).trim();
  const isBlank = text.trim() === '';
  const maySend = (!isBlank || hasFiles) && content.length <= MAX_MESSAGE && !isWaiting;
  const send = (): void => {
    if (!maySend) return;
    onSend(isBlank ? '' : content);
    setCode(false);
    area.current?.focus();
  };
  const now = (): Writing => ({
    text,
    start: area.current?.selectionStart ?? text.length,
    end: area.current?.selectionEnd ?? text.length,
  });
  const write = (next: Writing): void => {
    goTo.current = next.start;
    onText(next.text);
    setCaret(next);
    area.current?.focus();
  };
  const follow = (): void => setCaret(now());
  const mention = isCode || caret.text !== text ? null : mentionAt(caret);
  const shown = mention?.from === dismissed ? null : mention;

  const breaksLines = isCode || isTouched();

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Keys of an input method are left to it; some report only by key code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (shown && picker.current?.press(event.key)) return event.preventDefault();
    if (event.key === 'Escape' && shown) {
      setDismissed(shown.from);
      return event.preventDefault();
    }
    if (event.key === 'Escape' && onLeave) {
      onLeave();
      return event.preventDefault();
    }
    if (event.key === 'ArrowUp' && text === '' && onUp) {
      onUp();
      return event.preventDefault();
    }
    const sends = event.ctrlKey || event.metaKey || (!event.shiftKey && !breaksLines);
    if (event.key === 'Enter' && sends) {
      send();
      event.preventDefault();
    }
  };
  const count = content.length;
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
      {shown && (
        <MentionPicker
          ref={picker}
          projectId={projectId}
          mention={shown}
          onPick={token =>
            write(inserted({ text, start: shown.from, end: caret.start }, `${token} `))
          }
        />
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
        aria-controls={shown ? 'mention-list' : undefined}
        onChange={event => {
          onText(event.currentTarget.value);
          setCaret({
            text: event.currentTarget.value,
            start: event.currentTarget.selectionStart,
            end: event.currentTarget.selectionEnd,
          });
          setDismissed(null);
        }}
        onSelect={follow}
        onKeyDown={onKeyDown}
      />
      <ComposerTools
        more={more}
        isCode={isCode}
        setCode={setCode}
        area={area}
        write={write}
        now={now}
        count={count}
        maySend={maySend}
        send={send}
      />
    </div>
  );
}

function ComposerTools({
  more,
  isCode,
  setCode,
  area,
  write,
  now,
  count,
  maySend,
  send,
}: {
  more?: ReactNode;
  isCode: boolean;
  setCode: (value: boolean) => void;
  area: RefObject<HTMLTextAreaElement | null>;
  write: (next: Writing) => void;
  now: () => Writing;
  count: number;
  maySend: boolean;
  send: () => void;
}) {
  const { t } = useTranslation('threads');
  return (
    <div className={classes.tools}>
      {more}
      <Tooltip label={t('composer.code')}>
        <ActionIcon
          variant={isCode ? 'light' : 'subtle'}
          color={isCode ? 'teal' : 'gray'}
          size="lg"
          aria-label={t('composer.code')}
          aria-pressed={isCode}
          onClick={() => {
            setCode(!isCode);
            area.current?.focus();
          }}
        >
          <IconCode size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <EmojiButton
        label={t('composer.emoji')}
        emoji={composerEmoji}
        onPick={emoji => write(inserted(now(), emoji))}
      />
      <Text
        size="xs"
        className={`${classes.counter} hzm-figures`}
        data-state={count > MAX_MESSAGE ? 'over' : count > WARN_ABOVE ? 'much' : 'fine'}
        role={count > MAX_MESSAGE ? 'alert' : undefined}
      >
        {t('composer.counter', { n: String(count), max: String(MAX_MESSAGE) })}
      </Text>
      <Tooltip label={t('composer.send')}>
        <ActionIcon
          variant="filled"
          size="lg"
          aria-label={t('composer.send')}
          disabled={!maySend}
          onClick={send}
        >
          <IconSend2 size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
