import { createFileRoute } from '@tanstack/react-router';
import { ChatScreen } from '../../features/threads/chat/ChatScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/chat')({
  loader: () => loadTexts('chat', 'threads'),
  component: ChatScreen,
});
