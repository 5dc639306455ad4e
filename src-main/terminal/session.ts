import { z } from 'zod'
import { type CallFailure, isMissingOperation, isUnknownField } from '../../src-shared/api/client.ts'
import type { OperationBody, OperationReply } from '../../src-shared/api/operations.ts'
import { hsnSchema } from '../../src-shared/api/schemas/hsn.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { isInUse, isSessionInvalid } from '../service-calls/failures.ts'
import { findTerminal } from './discovery.ts'
import type { ServiceAccess } from './service-access.ts'
import type { StopAnswer } from './stop-request.ts'

export const terminalSessionSchema = z.object({
  hsn: hsnSchema,
  key: z.string(),
  /** When we requested it, in ms by our own clock: the service's clock may differ, the 10 minutes do not. */
  issued_at: z.number(),
  expires_at: z.iso.datetime(),
})
export type TerminalSession = z.infer<typeof terminalSessionSchema>

/** How this counter identifies itself to the service: the id finds its own session again, the name is for people. */
export interface CounterIdentity {
  readonly id: string
  readonly name: string
}

/** `busy` is null where the service does not report it: section 4.4 names only whether a session is open. */
export type Ping = Omit<OperationReply<'terminals.ping'>, 'connected' | 'busy'> & {
  readonly connected: boolean
  readonly busy: boolean | null
}

/** Lifetime of a session, in ms (section 3.6). */
export const sessionMs = 600_000
export const remainingMs = (session: TerminalSession, now: number): number =>
  session.issued_at + sessionMs - now

/**
 * Opens a session, without force unless a person requested it. The key is kept in a file, because after a crash the
 * session is still ours: without the key we would lock ourselves out for the rest of its 10 minutes. The key is useless
 * without the API key, which is not on the disk.
 */
export async function openSession(
  { client }: ServiceAccess,
  { hsn, force = false }: { readonly hsn: string; readonly force?: boolean },
  now: () => number,
  counter: CounterIdentity,
): Promise<Result<TerminalSession, CallFailure>> {
  const body = force ? { hsn, force: 'true' as const } : { hsn }
  const connect = (named: { readonly client?: CounterIdentity }) =>
    client.call('terminals.connect', { body: { ...body, ...named }, timeoutMs: 15_000 })
  // The 10 minutes begin before the answer arrives.
  const issued_at = now()
  const named = await connect({ client: counter })
  // `client` is our extension of the specification: another service may not know the field.
  const opened = isUnknownField(named) ? await connect({}) : named
  if (!opened.ok) return opened
  const { session_key, expires_at = new Date(issued_at + sessionMs).toISOString() } = opened.value
  return ok({ hsn, key: session_key, issued_at, expires_at })
}

/** Ends our own session. When a terminal is given back, a failure does not matter: the key expires. */
export const closeSession = (
  { client }: ServiceAccess,
  { hsn, key }: TerminalSession,
): Promise<Result<OperationReply<'terminals.disconnect'>, CallFailure>> =>
  client.call('terminals.disconnect', { body: { hsn }, sessionKey: key, timeoutMs: 3_000 })

/**
 * Asks the terminal itself, also while it runs a command. Where the service answers only whether the session is open,
 * `connected` is taken from the terminal's details.
 */
export async function pingSession(
  access: ServiceAccess,
  { hsn, key }: TerminalSession,
): Promise<Result<Ping, CallFailure>> {
  const answer = await access.client.call('terminals.ping', {
    body: { hsn },
    sessionKey: key,
    timeoutMs: 8_000,
  })
  if (!answer.ok) return answer
  const { connected, busy = null } = answer.value
  if (connected !== undefined) return ok({ ...answer.value, connected, busy })
  const found = await findTerminal(access, hsn)
  return found.ok ? ok({ ...answer.value, connected: found.value?.connected === true, busy }) : found
}

/**
 * Requests that the terminal stop its command. `session_ended`: the service has no such request, so the session was
 * ended, and with it whatever ran on the terminal. @param onEnding called right before that
 */
export async function stopCommand(
  access: ServiceAccess,
  session: TerminalSession,
  onEnding: () => void = () => undefined,
): Promise<StopAnswer | { readonly kind: 'session_ended' }> {
  const { hsn, key } = session
  const reply = await access.client.call('terminals.cancel', {
    body: { hsn },
    sessionKey: key,
    timeoutMs: 5_000,
  })
  if (!reply.ok && isMissingOperation(reply.error)) {
    onEnding()
    const closed = await closeSession(access, session)
    // Refused or not answered: the customer may still be prompted.
    return closed.ok || isSessionInvalid(closed.error) ? { kind: 'session_ended' } : failedBy(closed.error)
  }
  if (reply.ok) return { kind: reply.value.cancelled ? 'delivered' : 'nothing_ran' }
  const { error } = reply
  // Any other refusal means that it is too late or that the session is no longer ours.
  if (error.kind === 'refused' && !notStopped.includes(error.error.code)) return { kind: 'delivered' }
  return failedBy(error)
}

function failedBy(failure: CallFailure): StopAnswer {
  const seconds = failure.kind === 'refused' ? failure.retryAfter : undefined
  return { kind: 'failed', retryAfterMs: seconds === undefined ? null : seconds * 1000 }
}

/**
 * Refusals of a stop that was not, or perhaps not, carried out: this node cannot stop it, or the service carries out
 * nothing now, or failed.
 */
const notStopped: readonly string[] = [
  'terminal_not_connected',
  'overloaded',
  'rate_limited',
  'lock_timeout',
  'internal',
]

/** How long to wait for an answer, in ms. A transaction ends at 2 min 30 s; after 20 s more its outcome is unknown. */
export const waitMs = {
  'terminals.tip': 170_000,
  'terminals.auth_card': 170_000,
  'terminals.auth_manual': 170_000,
  'terminals.read_signature': 170_000,
  'terminals.read_confirmation': 170_000,
  'terminals.read_input': 170_000,
  'terminals.read_card': 170_000,
  'terminals.read_manual': 170_000,
  'terminals.get_pan_pad_version': 15_000,
  'terminals.print_receipt': 90_000,
  'terminals.display': 15_000,
  'terminals.date_time': 15_000,
} as const
/** The operations that run on the terminal itself, one at a time. */
export type OperationOnTerminal = keyof typeof waitMs

/** Runs a command on the terminal and waits for as long as that command may take. */
export function runOnSession<Name extends OperationOnTerminal>(
  { client }: ServiceAccess,
  { hsn, key }: TerminalSession,
  name: Name,
  body: Omit<OperationBody<Name>, 'hsn'>,
  options: { readonly idempotencyKey?: string },
): Promise<Result<OperationReply<Name>, CallFailure>> {
  // The compiler cannot relate body and reply across the union of names.
  const call = client.call as (
    name: OperationOnTerminal,
    input: object,
  ) => Promise<Result<OperationReply<Name>, CallFailure>>
  return call(name, { body: { ...body, hsn }, sessionKey: key, timeoutMs: waitMs[name], ...options })
}

/** Whether this key still opens its terminal, according to the service. */
export async function isOpen(
  access: ServiceAccess,
  session: TerminalSession,
): Promise<Result<boolean, CallFailure>> {
  const ping = await pingSession(access, session)
  if (ping.ok) return ok(ping.value.session_open)
  return isSessionInvalid(ping.error) ? ok(false) : ping
}

/**
 * Returns a fresh key for the next 10 minutes. A service that knows us by our id replaces our own session. Another one
 * would refuse with "in use", and force is for people only: then our own session is ended first. Another POS may take
 * the terminal in between.
 */
export async function renewSession(
  access: ServiceAccess,
  session: TerminalSession,
  now: () => number,
  counter: CounterIdentity,
): Promise<Result<TerminalSession, CallFailure>> {
  const replaced = await openSession(access, session, now, counter)
  if (replaced.ok || !isInUse(replaced.error)) return replaced
  await closeSession(access, session)
  return openSession(access, session, now, counter)
}
