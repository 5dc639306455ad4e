import type { ServiceError } from '../../src-shared/api/errors.ts'
import type {
  OperationName,
  OperationReply,
  operations,
  ParsedBody,
  ParsedParams,
  ParsedQuery,
} from '../../src-shared/api/operations.ts'
import type { Language } from '../../src-shared/language.ts'
import type { Result } from '../../src-shared/result.ts'
import type { Caller } from '../caller.ts'
import type { SavedAnswer } from '../commit.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { ForcedStop, OtherNode } from './node-request.ts'
import type { StopOutcome } from './stop-at-node.ts'

type Row<Name extends OperationName> = (typeof operations)[Name]

/** Rows without access have no caller; in rows that require an account, or a secret, the caller has an account. */
export type CallerOf<Name extends OperationName> =
  Row<Name> extends { readonly access: 'none' }
    ? null
    : Row<Name> extends { readonly account: 'required' } | { readonly access: 'client_secret' }
      ? Caller & { readonly accountId: string }
      : Caller

/** A request after the HTTP layer has checked key, account, headers, and every field against its schema. */
export interface HandlerRequest<Name extends OperationName> extends RequestFacts {
  readonly caller: CallerOf<Name>
  readonly params: ParsedParams<Name>
  readonly query: ParsedQuery<Name>
  readonly body: ParsedBody<Name>
}

/** The part of a request that has the same type on every row. */
export interface RequestFacts {
  /** On rows with `idempotent`, to be passed to the shell (commit.ts) unchanged; null without x-idempotency-key. */
  readonly idempotency: IdempotencyClaim | null
  /** x-session-key as it was sent, unchecked; only on rows with `session`. */
  readonly sessionKey: string | null
  /**
   * The language of the customer at the terminal, from accept-language; only on rows with `session`, default English.
   */
  readonly language: Language
  /** x-contractor-id as it was sent, unchecked; only on rows with `contractor`. */
  readonly contractorId: string | null
  /** Last-Event-ID of a client that reconnects to the same stream; only on rows with `stream`. */
  readonly lastEventId: string | null
  readonly requestId: string
  /** The client's network address. */
  readonly address: string
  /** The session secret in the cookie of a signed-in browser; only on rows without access, for which it is no proof. */
  readonly sessionSecret: string | null
  /** The id of the only operation that another node may stop here by force; null for an ordinary request. */
  readonly forcedStopOf: string | null
  /** Aborted when the client disconnects before the answer. A payment must not stop for it. Created on first use. */
  readonly signal: () => AbortSignal
  /** Adds a header to the answer, such as connect's x-session-key. */
  readonly setHeader: (name: string, value: string) => void
  /**
   * Forces another node to stop its operation on a terminal; only on rows that are forwarded to the terminal's node.
   */
  readonly stopAt: (node: OtherNode, stop: ForcedStop) => Promise<StopOutcome>
}

/**
 * One server-sent event. A client that reconnects sends the id of the last one it received, and continues from there.
 */
export interface StreamedEvent<Data> {
  readonly id: string
  readonly data: Data
}

/** What a handler returns: the reply of its row, a saved answer of the shell, or the events of a stream. */
export type HandlerAnswer<Name extends OperationName> =
  Row<Name> extends { readonly stream: true }
    ? AsyncIterable<StreamedEvent<OperationReply<Name>>>
    : OperationReply<Name> | SavedAnswer

/** A use case as called by the HTTP layer. Refusals are results; an exception is a fault and gives 500 internal. */
export type Handler<Name extends OperationName> = (
  request: HandlerRequest<Name>,
) => Promise<Result<HandlerAnswer<Name>, ServiceError>>

export type Handlers = { readonly [Name in OperationName]: Handler<Name> }
/** The rows of one module, such as `HandlersOf<keyof typeof paymentOperations>`. */
export type HandlersOf<Names extends OperationName> = Pick<Handlers, Names>

/** A request of any row. */
export interface AnyRequest extends RequestFacts {
  readonly caller: Caller | null
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** The handler of any row. */
export type AnyHandler = (request: AnyRequest) => Promise<Result<unknown, ServiceError>>
