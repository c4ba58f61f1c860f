import { createRequire } from 'node:module';
import type * as FeaturesGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type * as FeaturesMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type * as SharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import type * as StatusMessages from '@eventstore/db-client/generated/status_pb.js';
import type * as StreamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as StreamsMessages from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { MAX_APPEND_BYTES, type Answer, type Proposed, type Recorded } from './log.ts';

// Generated CommonJS, whose names an import cannot see.
const require = createRequire(import.meta.url);
const streams = require('@eventstore/db-client/generated/streams_pb.js') as typeof StreamsMessages;
const shared = require('@eventstore/db-client/generated/shared_pb.js') as typeof SharedMessages;
const features =
  require('@eventstore/db-client/generated/serverfeatures_pb.js') as typeof FeaturesMessages;
const { Status } = require('@eventstore/db-client/generated/status_pb.js') as typeof StatusMessages;
// The client's own library of messages.
const { Any } = createRequire(require.resolve('@eventstore/db-client'))(
  'google-protobuf/google/protobuf/any_pb.js',
) as { Any: new () => NonNullable<ReturnType<StatusMessages.Status['getDetails']>> };
export const { ServerFeaturesService } =
  require('@eventstore/db-client/generated/serverfeatures_grpc_pb.js') as typeof FeaturesGrpc;
export const { StreamsService } =
  require('@eventstore/db-client/generated/streams_grpc_pb.js') as typeof StreamsGrpc;

const text = (bytes: Uint8Array | string): string =>
  Buffer.from(bytes as Uint8Array).toString('utf8');

/** The range of a read. `from` undefined: from the start (backwards: from the end). */
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
    from:
      position !== undefined
        ? BigInt(position)
        : stream?.hasRevision()
          ? BigInt(stream.getRevision())
          : undefined,
    backwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    count: options.hasCount() ? Number(options.getCount()) : Number.MAX_SAFE_INTEGER,
    subscribes: options.hasSubscription(),
    prefixes: options.getFilter()?.getStreamIdentifier()?.getPrefixList() ?? [''],
  };
}

export function event(recorded: Recorded): ReadResp {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(recorded.id))
    .setStreamIdentifier(
      new shared.StreamIdentifier().setStreamName(Buffer.from(recorded.stream).toString('base64')),
    )
    .setStreamRevision(String(recorded.revision))
    .setCommitPosition(String(recorded.position))
    .setPreparePosition(String(recorded.position))
    .setData(recorded.data)
    .setCustomMetadata(recorded.metadata);
  record
    .getMetadataMap()
    .set('type', recorded.type)
    .set('content-type', recorded.contentType)
    .set('created', '0');
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(record).setCommitPosition(String(recorded.position)),
  );
}

export const confirmation = (): ReadResp =>
  new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('1'),
  );
export const caughtUp = (): ReadResp =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
export const checkpoint = ({ position }: Recorded): ReadResp =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position)),
  );
export const streamNotFound = (stream: string): ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(
      new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64')),
    ),
  );

/** An append with an explicit expected revision, -1 for none. */
export interface Append {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly Proposed[];
}

/** The proposal in a message, in a call of its own and on a stream for many. */
function proposedOf(
  proposed:
    | StreamsMessages.AppendReq.ProposedMessage
    | StreamsMessages.BatchAppendReq.ProposedMessage,
): Proposed {
  return {
    id: uuidOf(proposed.getId()!),
    type: proposed.getMetadataMap().get('type')!,
    contentType: proposed.getMetadataMap().get('content-type')!,
    data: proposed.getData_asU8(),
    metadata: proposed.getCustomMetadata_asU8(),
  };
}

/** The messages of one append: its options, then its events. */
export function appendOf(messages: readonly AppendReq[]): Append {
  const options = messages[0]!.getOptions()!;
  return {
    stream: text(options.getStreamIdentifier()!.getStreamName()),
    expected: options.hasNoStream() ? -1 : Number(options.getRevision()),
    events: messages.slice(1).map(message => proposedOf(message.getProposedMessage()!)),
  };
}

/** One append of many on a stream; `deadline` in milliseconds of the clock. */
export function batchAppendOf(request: BatchAppendReq): Append & { readonly deadline: number } {
  const options = request.getOptions()!;
  return {
    stream: text(options.getStreamIdentifier()!.getStreamName()),
    expected: options.hasNoStream() ? -1 : Number(options.getStreamPosition()),
    events: request.getProposedMessagesList().map(proposedOf),
    deadline: options.getDeadline()!.toDate().getTime(),
  };
}

export function supported(): SupportedMethods {
  const method = new features.SupportedMethod()
    .setServiceName('event_store.client.streams.Streams')
    .setMethodName('batchappend');
  return new features.SupportedMethods()
    .setEventStoreServerVersion('23.10.6')
    .setMethodsList([method]);
}

/** The client sends ids as text, or as two 64-bit halves. */
function uuidOf(id: SharedMessages.UUID): string {
  const halves = id.getStructured();
  if (!halves) return id.getString();
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map(half => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function appended(
  answer: Exclude<Answer, { kind: 'too-large' }>,
  expected: number,
): AppendResp {
  const response = new streams.AppendResp();
  if (answer.kind !== 'conflict') {
    const position = new streams.AppendResp.Position()
      .setCommitPosition(String(answer.position))
      .setPreparePosition(String(answer.position));
    return response.setSuccess(
      new streams.AppendResp.Success()
        .setCurrentRevision(String(answer.revision))
        .setPosition(position),
    );
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (answer.actual === -1) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(answer.actual));
  if (expected === -1) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  return response.setWrongExpectedVersion(wrong);
}

const statusOf = (
  message: string,
  name: string,
  details: { serializeBinary(): Uint8Array },
): InstanceType<typeof Status> => {
  const any = new Any();
  any.pack(details.serializeBinary(), `event_store.client.${name}`);
  return new Status().setMessage(message).setDetails(any);
};

/** The answer to one append of many on a stream. */
export function batchAnswer(
  request: BatchAppendReq,
  answer: Answer | { readonly kind: 'late' },
): BatchAppendResp {
  const options = request.getOptions()!;
  const response = new streams.BatchAppendResp()
    .setCorrelationId(request.getCorrelationId())
    .setStreamIdentifier(options.getStreamIdentifier());
  switch (answer.kind) {
    case 'late':
      return response.setError(statusOf('Timeout', 'Timeout', new shared.Timeout()));
    case 'too-large':
      return response.setError(
        statusOf(
          'Too large',
          'MaximumAppendSizeExceeded',
          new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES),
        ),
      );
    case 'conflict': {
      const wrong = new shared.WrongExpectedVersion();
      if (answer.actual === -1) wrong.setCurrentNoStream(new shared.Empty());
      else wrong.setCurrentStreamRevision(String(answer.actual));
      if (options.hasNoStream()) wrong.setExpectedNoStream(new shared.Empty());
      else wrong.setExpectedStreamPosition(options.getStreamPosition());
      return response.setError(statusOf('Wrong expected version', 'WrongExpectedVersion', wrong));
    }
    default: {
      const position = new shared.AllStreamPosition()
        .setCommitPosition(String(answer.position))
        .setPreparePosition(String(answer.position));
      return response.setSuccess(
        new streams.BatchAppendResp.Success()
          .setCurrentRevision(String(answer.revision))
          .setPosition(position),
      );
    }
  }
}
