import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** Maximum requests on one connection that wait for the answer before them. */
const MAX_WAITING = 64;

const waiting = new WeakMap<Socket, number>();

/**
 * Handles the requests of a connection one after another, and ends one with too many: answers to a
 * client that sends many requests and reads nothing would fill the memory.
 */
export const oneByOne: RequestHandler = (request, response, next) => {
  // A response has no socket until the answer before it is sent.
  if (response.socket) return next();
  const { socket } = request;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  if (count > MAX_WAITING) return void socket.destroy();
  response.once('socket', () => {
    waiting.set(socket, waiting.get(socket)! - 1);
    next();
  });
};
