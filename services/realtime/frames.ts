import { TokenBucket } from './token-bucket.ts';

/** The parts of a WebSocket that tell of frames which engine.io does not see. */
interface Line {
  on(event: 'ping' | 'pong', listener: () => void): void;
  terminate(): void;
}

/** The server of WebSockets that engine.io makes, to which it hands none of these options on. */
interface WebSockets {
  readonly options: { WebSocket: new (...parts: never[]) => Line };
}

/** Maximum pieces of one message, because each takes some hundred bytes, however short it is. */
const PIECES = { maxFragments: 64, maxBufferedChunks: 256 };

/** Ends a connection with too many pings and pongs: each takes 3 µs, and a ping is answered. */
function limitPings(line: Line): void {
  const allowance = new TokenBucket(performance.now());
  const take = (): void => {
    if (!allowance.take(performance.now())) line.terminate();
  };
  line.on('ping', take);
  line.on('pong', take);
}

/** Bounds the frames of each WebSocket of an engine.io server, also before it is authenticated. */
export function limitFrames(engine: unknown): void {
  const { options } = (engine as { readonly ws: WebSockets }).ws;
  Object.assign(options, PIECES);
  options.WebSocket = new Proxy(options.WebSocket, {
    construct(target, parts, made) {
      const line = Reflect.construct(target, parts, made) as Line;
      limitPings(line);
      return line;
    },
  });
}
