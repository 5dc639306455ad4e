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
import type { ForcedStop, OtherNode, StopOutcome } from './forward.ts'

type Row<Name extends OperationName> = (typeof operations)[Name]

/** Rows without access have no caller; rows that need an account, or a secret, have one in the caller. */
export type CallerOf<Name extends OperationName> =
  Row<Name> extends { readonly access: 'none' }
    ? null
    : Row<Name> extends { readonly account: 'required' } | { readonly access: 'client_secret' }
      ? Caller & { readonly accountId: string }
      : Caller

/** A request after the HTTP layer has checked it: key, account, headers, and every field against its schema. */
export interface HandlerRequest<Name extends OperationName> {
  readonly caller: CallerOf<Name>
  readonly params: ParsedParams<Name>
  readonly query: ParsedQuery<Name>
  readonly body: ParsedBody<Name>
  /** On rows with `idempotent`, to be handed to the shell (commit.ts) as it is; null without x-idempotency-key. */
  readonly idempotency: IdempotencyClaim | null
  /** x-session-key as it was sent, unchecked; only on rows with `session`. */
  readonly sessionKey: string | null
  /** What the customer at the terminal reads, of accept-language; only on rows with `session`, English without. */
  readonly language: Language
  /** x-contractor-id as it was sent, unchecked; only on rows with `contractor`. */
  readonly contractorId: string | null
  /** Last-Event-ID of a client that was cut off from the same stream; only on rows with `stream`. */
  readonly lastEventId: string | null
  readonly requestId: string
  /** The network address that the request came from. */
  readonly address: string
  /** In the cookie of a browser that is signed in; only on rows without access, which take it for no proof. */
  readonly sessionSecret: string | null
  /** The operation that another node has this one stop by force, and no other one; null: an ordinary request. */
  readonly forcedStopOf: string | null
  /** Aborted when the client hangs up before the answer. A payment must not stop for it. Made when first asked for. */
  readonly signal: () => AbortSignal
  /** Adds a header to the answer, such as connect's x-session-key. */
  readonly setHeader: (name: string, value: string) => void
  /**
   * Has another node stop by force what it runs on a terminal; only on rows that are forwarded to the terminal's node.
   */
  readonly stopAt: (node: OtherNode, stop: ForcedStop) => Promise<StopOutcome>
}

/** One server-sent event. A client that is cut off sends the id of the last that it got, and goes on from there. */
export interface StreamedEvent<Data> {
  readonly id: string
  readonly data: Data
}

/** What a handler answers: the reply of its row, a saved answer of the shell, or the events of a stream. */
export type HandlerAnswer<Name extends OperationName> =
  Row<Name> extends { readonly stream: true }
    ? AsyncIterable<StreamedEvent<OperationReply<Name>>>
    : OperationReply<Name> | SavedAnswer

/** A use case as the HTTP layer calls it. Refusals are results; a throw is a fault and answers 500 internal. */
export type Handler<Name extends OperationName> = (
  request: HandlerRequest<Name>,
) => Promise<Result<HandlerAnswer<Name>, ServiceError>>

export type Handlers = { readonly [Name in OperationName]: Handler<Name> }
/** The rows of one module, such as `HandlersOf<keyof typeof paymentOperations>`. */
export type HandlersOf<Names extends OperationName> = Pick<Handlers, Names>
