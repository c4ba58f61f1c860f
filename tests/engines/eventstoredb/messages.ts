import { createRequire } from 'node:module';
import type * as SharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import type * as StreamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as StreamsMessages from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Answer, Proposed, Recorded } from './log.ts';

// Generated CommonJS, whose names an import cannot see.
const require = createRequire(import.meta.url);
const streams = require('@eventstore/db-client/generated/streams_pb.js') as typeof StreamsMessages;
const shared = require('@eventstore/db-client/generated/shared_pb.js') as typeof SharedMessages;
export const { StreamsService } = require('@eventstore/db-client/generated/streams_grpc_pb.js') as typeof StreamsGrpc;

const text = (bytes: Uint8Array | string): string => Buffer.from(bytes as Uint8Array).toString('utf8');

/** What a read asks for. `from` undefined: from the start (backwards: from the end). */
export interface Wanted {
  readonly stream: string | undefined;
  readonly from: bigint | undefined;
  readonly backwards: boolean;
  readonly count: number;
  readonly subscribes: boolean;
  readonly prefixes: readonly string[];
}

export function wantedOf(request: ReadReq): Wanted {
  const options = request.getOptions()!;
  const stream = options.getStream();
  const all = options.getAll();
  const position = all?.getPosition()?.getCommitPosition();
  return {
    stream: stream && text(stream.getStreamIdentifier()!.getStreamName()),
    from: position !== undefined ? BigInt(position) : stream?.hasRevision() ? BigInt(stream.getRevision()) : undefined,
    backwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    count: options.hasCount() ? Number(options.getCount()) : Number.MAX_SAFE_INTEGER,
    subscribes: options.hasSubscription(),
    prefixes: options.getFilter()?.getStreamIdentifier()?.getPrefixList() ?? [''],
  };
}

export function event(recorded: Recorded): ReadResp {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(recorded.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(recorded.stream).toString('base64')))
    .setStreamRevision(String(recorded.revision)).setCommitPosition(String(recorded.position)).setPreparePosition(String(recorded.position))
    .setData(recorded.data).setCustomMetadata(recorded.metadata);
  record.getMetadataMap().set('type', recorded.type).set('content-type', recorded.contentType).set('created', '0');
  return new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(record).setCommitPosition(String(recorded.position)));
}

export const confirmation = (): ReadResp => new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('1'));
export const caughtUp = (): ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
export const checkpoint = ({ position }: Recorded): ReadResp =>
  new streams.ReadResp().setCheckpoint(new streams.ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)));
export const streamNotFound = (stream: string): ReadResp =>
  new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'))));

/** The messages of one append: its options, then its events. */
export function appendOf(messages: readonly AppendReq[]): { stream: string; expected: number; events: Proposed[] } {
  const options = messages[0]!.getOptions()!;
  return {
    stream: text(options.getStreamIdentifier()!.getStreamName()),
    expected: options.hasNoStream() ? -1 : Number(options.getRevision()),
    events: messages.slice(1).map(message => {
      const proposed = message.getProposedMessage()!;
      return {
        id: uuidOf(proposed.getId()!), type: proposed.getMetadataMap().get('type')!, contentType: proposed.getMetadataMap().get('content-type')!,
        data: proposed.getData_asU8(), metadata: proposed.getCustomMetadata_asU8(),
      };
    }),
  };
}

/** The client sends ids as text, or as two 64-bit halves. */
function uuidOf(id: SharedMessages.UUID): string {
  const halves = id.getStructured();
  if (!halves) return id.getString();
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()].map(half => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function appended(answer: Exclude<Answer, { kind: 'too-large' }>, expected: number): AppendResp {
  const response = new streams.AppendResp();
  if (answer.kind !== 'conflict') {
    const position = new streams.AppendResp.Position().setCommitPosition(String(answer.position)).setPreparePosition(String(answer.position));
    return response.setSuccess(new streams.AppendResp.Success().setCurrentRevision(String(answer.revision)).setPosition(position));
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (answer.actual === -1) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(answer.actual));
  if (expected === -1) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  return response.setWrongExpectedVersion(wrong);
}
