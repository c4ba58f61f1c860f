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
  summary:
    'Say that one has read a thing up to a position: on every device. A mark never goes back.',
});
