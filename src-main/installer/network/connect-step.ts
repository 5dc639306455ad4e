import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { StepFailure } from './decide-lines.ts'

export interface Measured<Value> {
  readonly took_ms: number
  readonly outcome: Result<Value, StepFailure>
}

/** Runs one step until it ends, exceeds its time, or is stopped. */
export async function measure<Value>(
  act: (signal: AbortSignal) => Promise<Value>,
  patienceMs: number,
  stopped: AbortSignal,
): Promise<Measured<Value>> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  const signal = AbortSignal.any([patience.signal, stopped])
  const began = performance.now()
  const done = (outcome: Measured<Value>['outcome']) => ({
    took_ms: Math.round(performance.now() - began),
    outcome,
  })
  try {
    return done(ok(await untilAborted(act(signal), signal)))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return done(err({ code: patience.signal.aborted ? 'timeout' : codeOf(error), message }))
  } finally {
    clearTimeout(timer)
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('stopped'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    value.then(resolve, reject)
  })
}

/** Resolves a host as the system does, with its hosts file and name servers. */
export const addressesOf = (host: string): Promise<readonly LookupAddress[]> => lookup(host, { all: true })

/** @param found the addresses of the host; empty where the host is an address itself */
export function openConnection(
  { host, port }: { readonly host: string; readonly port: number },
  found: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connect({
    host,
    port,
    autoSelectFamily: true,
    lookup: (_host, _options, hand) => hand(null, [...found]),
  })
  return opened(socket, 'connect', signal)
}

/** Connects to any server: the certificate is checked afterwards, and nothing is sent. */
export const openEncryption = (
  socket: Socket,
  { host, isName }: { readonly host: string; readonly isName: boolean },
  signal: AbortSignal,
): Promise<TLSSocket> =>
  opened(
    connectTls({ socket, rejectUnauthorized: false, ...(isName ? { servername: host } : { host }) }),
    'secureConnect',
    signal,
  )

function opened<Kind extends Socket>(
  socket: Kind,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Kind> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const stop = () => fail(new Error('stopped'))
    signal.addEventListener('abort', stop, { once: true })
    // Stays attached: an error after the connection was opened is ignored here.
    socket.on('error', fail)
    socket.once(event, () => {
      signal.removeEventListener('abort', stop)
      resolve(socket)
    })
  })
}
