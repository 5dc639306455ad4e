import type { z } from 'zod'

/**
 * Who may call an operation (section 5).
 * - `read`, `write`: a private key whose level reaches the account.
 * - `business`, `partner`: a private key of that level or a higher one. `tenant_admin`: one of the highest level.
 * - `public`: a public key, too. `client_secret`: no key, but the secret of the path's object in x-client-secret.
 * - `session`: the cookie of a signed-in user, which also replaces the key of other operations (docs/decisions/0057).
 * - `none`: no credentials.
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

/** POST and PUT by section 8; also PATCH, because a repeated PATCH can undo a later change. */
export const takesIdempotencyKey = ({ method }: Pick<OperationFacts, 'method'>): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH'

/** Whether the first success under a key is saved. For callers without credentials, requests are counted, not saved. */
export const savesAnswer = (operation: Pick<OperationFacts, 'method' | 'access'>): boolean =>
  takesIdempotencyKey(operation) && operation.access !== 'none'

/** Whether every service of the specification has the operation. Clients must work without the others. */
export const isOfSpecification = ({
  spec,
  unspecified,
}: Pick<OperationFacts, 'spec' | 'unspecified'>): boolean => spec !== 'ours' && unspecified !== true

/** Maximum body size without a private key, in bytes: reading the body of an unknown caller must cost next to nothing. */
const strangerBodyBytes = 16_384
/** The same for the forms of applicants, with their owners, in letters of several bytes. */
export const formBodyBytes = 131_072
/** With a private key, unless the row states another size (section 8 does not specify it: docs/decisions/0025). */
export const mostBodyBytes = 1_048_576

/**
 * Maximum body size of an operation, in bytes. A public key is in every page and a link at every payer, and a megabyte of
 * JSON takes a fifth of a second to read: both count as no key.
 */
export function bodyLimitOf({ access, bodyLimit }: Pick<OperationFacts, 'access' | 'bodyLimit'>): number {
  const isOpen = access === 'none' || access === 'public' || access === 'client_secret'
  return bodyLimit ?? (isOpen ? strangerBodyBytes : mostBodyBytes)
}

/** The fields of a row other than its schemas. */
export interface OperationFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  /** The section of the specification, or `ours` where it has none. */
  readonly spec: string
  /** The section describes the resource but not this operation, so another service may not have it. */
  readonly unspecified?: true
  readonly access: Access
  readonly account: AccountScope
  /** Takes x-business-id: filters a list by business (section 5), or names the owner of a new user, key or endpoint. */
  readonly business?: true
  /** Needs x-contractor-id (section 5): the contractor whose transactions are listed. */
  readonly contractor?: true
  /** The handler, not the HTTP layer, saves its answer under x-idempotency-key. A sign-in saves none. */
  readonly idempotent?: true
  /** Needs x-session-key (section 4.4); `optional` also answers without it. */
  readonly session?: true | 'optional'
  /** Present only when the service runs with --sandbox. */
  readonly sandbox?: true
  /** Maximum body size in bytes; bodyLimitOf without it. */
  readonly bodyLimit?: number
  /** Answers with server-sent events whose data is the row's `reply`. */
  readonly stream?: true
}

/** One row of the contract. Server routes, client, OpenAPI and tests are made from it. */
export interface Operation extends OperationFacts {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly reply: z.ZodType
}
