/**
 * Node's HTTP module. An import would load all its names, including a client: 40 ms of each start,
 * and 3 MiB.
 */
export const { createServer, IncomingMessage, STATUS_CODES } =
  process.getBuiltinModule('node:http');
