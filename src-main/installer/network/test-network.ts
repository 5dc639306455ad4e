import { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { createClient } from '../../../src-shared/api/client.ts'
import type { NetworkLine, NetworkTest } from '../../../src-shared/pos/installer-tools/network-test.ts'
import { certificateOf, endpointOf } from '../../live-service/pinned-fetch.ts'
import { findTerminal } from '../../terminal/discovery.ts'
import type { ServiceAccess } from '../../terminal/service-access.ts'
import { shownBy } from '../health/read-health.ts'
import { addressesOf, measure, openConnection, openEncryption } from './connect-step.ts'
import {
  certificateReason,
  clockLine,
  connectionReason,
  handshakeReason,
  nameIn,
  nameReason,
} from './decide-lines.ts'

/** The service that this counter uses. */
export interface NetworkPlace {
  /** Null while it is not up, and where the file that names it is damaged. */
  readonly url: string | null
  /** The training service, on this computer. */
  readonly here: boolean
  /** A certificate that a person has compared, PEM; null: the system's trust decides. */
  readonly certificate: string | null
  readonly fetch: typeof fetch
}

export interface NetworkTestOptions {
  readonly place: NetworkPlace
  readonly access: ServiceAccess | null
  /** The counter's terminal; null where it has none. */
  readonly hsn: string | null
  readonly signal: AbortSignal
  readonly now: () => number
  /** Time limit of each step. */
  readonly patienceMs?: number
}

const usualPatienceMs = 5_000

/**
 * Tests the way to the service and to the terminal, step by step, until one fails. Sends no key and changes nothing.
 * Null: it was stopped.
 */
export async function testNetwork(options: NetworkTestOptions): Promise<NetworkTest | null> {
  const { place, now, signal } = options
  const lines = place.url === null ? [noPlace] : await walk(place.url, options)
  if (signal.aborted) return null
  return { at: new Date(now()).toISOString(), here: place.here, url: place.url, lines }
}

const plain = { took_ms: null, values: {}, until: null } as const
const noPlace: NetworkLine = { ...plain, name: 'place', state: 'bad', reason: 'none' }

async function walk(url: string, options: NetworkTestOptions): Promise<readonly NetworkLine[]> {
  const reached = await reach(url, options)
  const answered = reached.every(({ state }) => state === 'good') ? await ask(url, options) : []
  const isUp = answered.some(({ name, state }) => name === 'answer' && state === 'good')
  return [...reached, ...answered, ...(options.hsn === null ? [] : [await ping(options.hsn, isUp, options)])]
}

/** Checks name, connection and encryption. */
async function reach(
  url: string,
  { place, signal, now, patienceMs = usualPatienceMs }: NetworkTestOptions,
): Promise<readonly NetworkLine[]> {
  const end = endpointOf(url)
  const { host, port, isName } = end
  const lines: NetworkLine[] = []
  const named = isName ? await measure(() => addressesOf(host), patienceMs, signal) : null
  if (named !== null) {
    const { took_ms, outcome } = named
    const base = { name: 'name', took_ms, until: null } as const
    if (!outcome.ok)
      return [
        {
          ...base,
          state: 'bad',
          reason: nameReason(outcome.error),
          values: { host, code: outcome.error.code },
        },
      ]
    const addresses = outcome.value.map(({ address }) => address).join(', ')
    lines.push({ ...base, state: 'good', reason: 'found', values: { host, addresses } })
  }
  const found = named?.outcome.ok ? named.outcome.value : []
  const connected = await measure((limit) => openConnection(end, found, limit), patienceMs, signal)
  const values = { host, port }
  const base = { name: 'connection', took_ms: connected.took_ms, until: null } as const
  if (!connected.outcome.ok) {
    const { code } = connected.outcome.error
    const reason = connectionReason(connected.outcome.error)
    return [...lines, { ...base, state: 'bad', reason, values: { ...values, code } }]
  }
  const socket = connected.outcome.value
  lines.push({ ...base, state: 'good', reason: 'open', values })
  try {
    const isPlain = new URL(url).protocol === 'http:'
    return isPlain
      ? lines
      : [...lines, await encrypt(socket, end, place.certificate, { signal, now, patienceMs })]
  } finally {
    socket.destroy()
  }
}

async function encrypt(
  socket: Socket,
  end: ReturnType<typeof endpointOf>,
  pem: string | null,
  limits: Pick<NetworkTestOptions, 'signal' | 'now'> & { readonly patienceMs: number },
): Promise<NetworkLine> {
  const { host, port } = end
  const { took_ms, outcome } = await measure(
    (limit) => openEncryption(socket, end, limit),
    limits.patienceMs,
    limits.signal,
  )
  const base = { name: 'encryption', took_ms } as const
  const shown = outcome.ok ? certificateOf(outcome.value) : null
  if (!outcome.ok || shown === null) {
    const reason = outcome.ok ? 'cut' : handshakeReason(outcome.error)
    const code = outcome.ok ? '' : outcome.error.code
    return { ...base, state: 'bad', reason, until: null, values: { host, port, code } }
  }
  const { authorized, authorizationError } = outcome.value
  const reason = certificateReason(shown, end, {
    trustError: authorized ? null : String(authorizationError),
    compared: pem === null ? null : new X509Certificate(pem).fingerprint256,
    now: limits.now(),
  })
  const isGood = reason === 'trusted' || reason === 'compared'
  const isEarly = reason === 'not_yet'
  return {
    ...base,
    state: isGood ? 'good' : 'bad',
    reason,
    values: { host, subject: nameIn(shown.subject) },
    until: new Date(isEarly ? shown.validFrom : shown.validTo).toISOString(),
  }
}

/** Sent without a key: a payment service refuses it in its own way, which other servers do not. */
async function ask(
  url: string,
  { place, access, signal, now, patienceMs = usualPatienceMs }: NetworkTestOptions,
): Promise<readonly NetworkLine[]> {
  let shown: (ReturnType<typeof shownBy> & { readonly status: number }) | null = null
  const began = performance.now()
  const client = createClient({
    baseUrl: url,
    apiKey: '',
    async fetch(input, init) {
      const answer = await place.fetch(input, init)
      const headMs = Math.round(performance.now() - began)
      shown = { ...shownBy(answer, headMs, now()), status: answer.status }
      return answer
    },
  })
  const id = access?.accountId ?? 'none'
  const { took_ms, outcome } = await measure(
    (limit) => client.call('accounts.get', { params: { id }, signal: limit }),
    patienceMs,
    signal,
  )
  // The compiler does not see that the client has called it.
  const head = shown as (ReturnType<typeof shownBy> & { readonly status: number }) | null
  const base = { name: 'answer', took_ms: head?.took_ms ?? took_ms, until: null } as const
  const answer = outcome.ok ? outcome.value : null
  if (answer !== null && (answer.ok || answer.error.kind === 'refused')) {
    const values = { version: head?.version ?? '–', status: head?.status ?? 0 }
    return [{ ...base, state: 'good', reason: 'service', values }, clockLine(head?.clock_ahead_ms ?? null)]
  }
  const isLate = !outcome.ok && outcome.error.code === 'timeout'
  const isRedirect =
    answer?.ok === false && answer.error.kind === 'no_answer' && /redirect/.test(answer.error.reason)
  const reason = isLate ? 'timeout' : head !== null || isRedirect ? 'something_else' : 'cut'
  return [
    { ...base, state: 'bad', reason, values: { host: endpointOf(url).host, status: head?.status ?? '–' } },
  ]
}

/** Through the service, which alone is connected to it; works also while it runs a command. */
async function ping(
  hsn: string,
  isUp: boolean,
  { access, signal, patienceMs = usualPatienceMs }: NetworkTestOptions,
): Promise<NetworkLine> {
  const base = { name: 'terminal', values: { hsn }, until: null } as const
  const unasked = { ...base, state: 'unknown', reason: 'not_asked', took_ms: null } as const
  if (!isUp || access === null) return unasked
  const { took_ms, outcome } = await measure(
    async (limit) => {
      const asked = await access.client.call('terminals.ping', { body: { hsn }, signal: limit })
      if (asked.ok && asked.value.connected !== undefined) return asked.value
      // A service that follows only the specification reports `connected` in the terminal's details.
      const found = await findTerminal(access, hsn)
      return found.ok ? { connected: found.value?.connected === true, latency_ms: null } : null
    },
    patienceMs,
    signal,
  )
  if (!outcome.ok || outcome.value === null) return unasked
  return outcome.value.connected === true
    ? { ...base, state: 'good', reason: 'answers', took_ms: outcome.value.latency_ms ?? took_ms }
    : { ...base, state: 'bad', reason: 'silent', took_ms: null }
}
