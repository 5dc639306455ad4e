import type { z } from 'zod'

/**
 * Who may call an operation (section 5). `read` and `write` need a private key whose level reaches the
 * account; `business` and `partner` that, of the level of that name or a higher one; `tenant_admin` the highest level; `public` takes a public key too; `client_secret` needs no key, but in
 * x-client-secret the secret of what the path names; `session` needs the cookie of a user who is signed in, which
 * proves who calls elsewhere too, in the place of a key (docs/decisions); `none` needs none of them.
 */
export type Access =
  | 'read'
  | 'write'
  | 'business'
  | 'partner'
  | 'tenant_admin'
  | 'public'
  | 'client_secret'
  | 'session'
  | 'none'

/** Whether the call carries x-account-id. A key bound to one account supplies it by itself. */
export type AccountScope = 'required' | 'optional' | 'none'

/** Section 8, and PATCH, where a repeat can undo what came after it just as well. */
export const takesIdempotencyKey = ({ method }: Pick<OperationFacts, 'method'>): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH'

/** Whether the first success under a key is saved. Nothing is written down for strangers: what they ask is counted first. */
export const savesAnswer = (operation: Pick<OperationFacts, 'method' | 'access'>): boolean =>
  takesIdempotencyKey(operation) && operation.access !== 'none'

/** Whether every service of the specification has it; the others are additions that a client must do without. */
export const isOfSpecification = ({
  spec,
  unspecified,
}: Pick<OperationFacts, 'spec' | 'unspecified'>): boolean => spec !== 'ours' && unspecified !== true

/** Bytes of a body that anybody may send without a key: what reads it must cost a stranger's caller next to nothing. */
export const strangerBodyBytes = 16_384

/** What a row says beside its schemas. */
export interface OperationFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  /** The section of the specification, or `ours` where it has none. */
  readonly spec: string
  /** The section is about its resource and does not show this operation, which another service may not have. */
  readonly unspecified?: true
  readonly access: Access
  readonly account: AccountScope
  /** Takes x-business-id, which narrows a list to the accounts of a business (section 5), or says whose a new user, key or endpoint is. */
  readonly business?: true
  /** Needs x-contractor-id (section 5): the contractor whose transactions they are. */
  readonly contractor?: true
  /** The handler saves its answer under x-idempotency-key in the commit of its work. Elsewhere the HTTP layer does. A sign-in saves none. */
  readonly idempotent?: true
  /** Needs x-session-key (section 4.4); `optional`: answers without it too. */
  readonly session?: true | 'optional'
  /** Present only when the service runs with --sandbox. */
  readonly sandbox?: true
  /** Bytes that its body may have; 1 MiB without it. */
  readonly bodyLimit?: number
  /** Answers server-sent events whose data is the row's `reply`. */
  readonly stream?: true
}

/** One row of the contract. Server routes, client, OpenAPI and tests are made from it. */
export interface Operation extends OperationFacts {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly reply: z.ZodType
}
