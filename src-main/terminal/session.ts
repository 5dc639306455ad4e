import { z } from 'zod'
import type { CallFailure } from '../../src-shared/api/client.ts'
import { hsnSchema } from '../../src-shared/api/schemas/terminal.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { JsonFile } from '../settings/json-file.ts'
import { isSessionInvalid } from './failures.ts'
import type { ServiceLink } from './service-link.ts'

export const terminalSessionSchema = z.object({
  hsn: hsnSchema,
  key: z.string(),
  /** When we asked for it by our own clock, ms: the service's clock may differ, the 10 minutes do not. */
  issued_at: z.number(),
  expires_at: z.iso.datetime(),
})
export type TerminalSession = z.infer<typeof terminalSessionSchema>

/** Who this counter is to the service: by the id it finds its own session again, the name is for people. */
export interface CounterIdentity {
  readonly id: string
  readonly name: string
}

/** Section 3.6. */
export const sessionMs = 600_000
export const remainingMs = (session: TerminalSession, now: number): number =>
  session.issued_at + sessionMs - now

/**
 * Opens a session, never with force unless a person said so. The key is kept in a file, because after a crash the
 * session is still ours: without the key we would lock ourselves out for the rest of its 10 minutes. It opens
 * nothing without the API key, which is not on the disk.
 */
export async function openSession(
  link: ServiceLink,
  hsn: string,
  force: boolean,
  now: () => number,
  client: CounterIdentity,
): Promise<Result<TerminalSession, CallFailure>> {
  const body = force ? { hsn, force: 'true' as const } : { hsn }
  const connect = (named: { readonly client?: CounterIdentity }) =>
    link.client.call('terminals.connect', { body: { ...body, ...named }, timeoutMs: 15_000 })
  // The 10 minutes begin before the answer is here.
  const issued_at = now()
  const named = await connect({ client })
  // Who it is for is ours, not the specification's: another service may not know the field.
  const opened = isUnknownField(named) ? await connect({}) : named
  if (!opened.ok) return opened
  const { session_key, expires_at } = opened.value
  return ok({ hsn, key: session_key, issued_at, expires_at })
}

const isUnknownField = (answer: Result<unknown, CallFailure>): boolean =>
  !answer.ok && answer.error.kind === 'refused' && answer.error.error.code === 'parameter_unknown'

/** Ends our own session. Its failure is of no consequence: the key runs out by itself. */
export async function closeSession(link: ServiceLink, session: TerminalSession): Promise<void> {
  await link.client.call('terminals.disconnect', {
    body: { hsn: session.hsn },
    sessionKey: session.key,
    timeoutMs: 3_000,
  })
}

/**
 * The session of a run that ended without disconnecting, when the service says that it is still open; null when it is
 * not. Without the service's answer it is not known.
 */
export async function adoptSession(
  link: ServiceLink,
  file: JsonFile<TerminalSession | null>,
  hsn: string,
  now: number,
): Promise<Result<TerminalSession | null, CallFailure>> {
  const saved = await file.read()
  if (saved === null || saved.hsn !== hsn || remainingMs(saved, now) <= 0) return ok(null)
  const open = await isOpen(link, saved)
  return open.ok ? ok(open.value ? saved : null) : open
}

/** Whether this key still opens its terminal, by the service's word. */
export async function isOpen(
  link: ServiceLink,
  { hsn, key }: TerminalSession,
): Promise<Result<boolean, CallFailure>> {
  const input = { body: { hsn }, sessionKey: key, timeoutMs: 5_000 }
  const ping = await link.client.call('terminals.ping', input)
  if (ping.ok) return ok(ping.value.session_open)
  return isSessionInvalid(ping.error) ? ok(false) : ping
}

/**
 * A fresh key for the next 10 minutes. A service that knows us by our id replaces our own session. Another one would
 * refuse that as "in use", and force is for people: then our own session is ended first. If another POS slips in
 * between, it is theirs.
 */
export async function renewSession(
  link: ServiceLink,
  session: TerminalSession,
  now: () => number,
  client: CounterIdentity,
): Promise<Result<TerminalSession, CallFailure>> {
  const replaced = await openSession(link, session.hsn, false, now, client)
  if (replaced.ok || !isInUse(replaced.error)) return replaced
  await closeSession(link, session)
  return openSession(link, session.hsn, false, now, client)
}

export const isInUse = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && failure.error.code === 'terminal_in_use'
