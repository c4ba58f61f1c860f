import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { Schemas } from '@hzm/contracts/core/json-schemas';
import {
  Auth,
  Authenticated,
  Changes,
  Handshake,
  Members,
  Presence,
  Unwatch,
  Unwatched,
  Watch,
  Watching,
} from '@hzm/contracts/core/realtime';
import { Status } from '@hzm/contracts/core/status';

const sent = { auth: Auth, watch: Watch, unwatch: Unwatch, presence: Presence };
const received = { changes: Changes, status: Status, presence: Members, unwatched: Unwatched };
/** Acknowledgements by message. */
const answers: Readonly<
  Record<
    string,
    { readonly name: string; readonly payload: typeof Watching | typeof Authenticated }
  >
> = {
  auth: { name: 'authenticated', payload: Authenticated },
  watch: { name: 'watching', payload: Watching },
};
const summaries: Record<string, string> = {
  auth: 'Renew the token of the connection before it expires; otherwise the server disconnects.',
  watch:
    'Watch a topic. After the acknowledgement, every change later than `position` is delivered on this socket, in order and exactly once. With `after`, missed changes are replayed first; ' +
    'deleted documents have only their drop. `must-refetch` means that nothing is replayed: too many changes were missed, or too long ago; `after` is unknown to this server or earlier ' +
    "than the watcher's right (public, role or key); a field was removed meanwhile; or changes are older than 10 minutes and the watcher may not read the past.",
  unwatch: 'Stop watching a topic.',
  presence: 'Publish the own presence on a topic; null leaves.',
  'server-changes': 'The changes of an event. `position` rises strictly within a topic.',
  'server-status': 'The status of the installation, every second, for watchers of `admin`.',
  'server-presence': 'The members of the topic and their positions in it.',
  'server-unwatched':
    'The end of a watch: the resource was deleted, the right ended, the client was too slow, or its session ended.',
};

/** Returns the messages in both directions, and the acknowledgements. */
function messagesOf(schemas: Schemas): Record<string, JsonObject> {
  const messages: Record<string, JsonObject> = {};
  for (const [of, { name, payload }] of Object.entries(answers))
    messages[name] = {
      name,
      summary: `The acknowledgement of \`${of}\`.`,
      payload: schemas.of(payload, 'output'),
    };
  for (const [name, schema] of Object.entries(sent))
    messages[name] = {
      name,
      summary: memberOf(summaries, name)!,
      payload: schemas.of(schema, 'input'),
    };
  for (const [name, schema] of Object.entries(received))
    messages[`server-${name}`] = {
      name,
      summary: summaries[`server-${name}`]!,
      payload: schemas.of(schema, 'output'),
    };
  return messages;
}

const channel = { $ref: '#/channels/socket' };
const ref = (name: string): JsonObject => ({ $ref: `#/channels/socket/messages/${name}` });

/** Returns the operations as the server sees them: it receives messages and sends changes. */
function operations(): JsonObject {
  const receiving = Object.keys(sent).map(name => {
    const answer = memberOf(answers, name);
    const reply = answer && { channel, messages: [ref(answer.name)] };
    return [name, { action: 'receive', channel, messages: [ref(name)], ...(reply && { reply }) }];
  });
  const sending = Object.keys(received).map(name => [
    `send-${name}`,
    { action: 'send', channel, messages: [ref(`server-${name}`)] },
  ]);
  return Object.fromEntries([...receiving, ...sending]) as JsonObject;
}

/** Returns the AsyncAPI 3.1 description of the socket.io messages. */
export function asyncapi(): JsonObject {
  const schemas = new Schemas();
  const messages = messagesOf(schemas);
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'HZM live changes',
      version: '1',
      description:
        "socket.io 4 on its default path. The handshake's `auth` is `components.schemas.Handshake`; a refusal is a `connect_error` with `data.code`.",
    },
    servers: { here: { host: '/', pathname: '/socket.io', protocol: 'ws' } },
    channels: { socket: { address: '/socket.io', messages } },
    operations: operations(),
    components: { schemas: { ...schemas.components, Handshake: schemas.of(Handshake, 'input') } },
  };
}
