import * as z from 'zod';
import { command } from '../../core/call.ts';
import { At } from '../../core/realtime.ts';
import { ReadMark, ReadTopic } from './read-mark.ts';

export const markRead = command({
  name: 'mark-read',
  call: 'POST /read-marks',
  access: 'session',
  body: z.strictObject({ topic: ReadTopic, upTo: At }),
  answer: z.object({ mark: ReadMark }),
  summary: 'Mark a topic as read up to a position',
  description: 'Applies on every device. A mark never moves back.',
});
