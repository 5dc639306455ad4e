import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import { beginActivation } from '../../../src-shared/terminal/activation.ts'
import type { Target } from './target.ts'

/** Counted in place of a status when a request got no answer. */
const unanswered = 0

/** Number of answers by status. */
export type Statuses = Readonly<Record<number, number>>

const countOf = (statuses: readonly number[]): Statuses => {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function post(url: string, body: object) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

/** A client without a key guesses the activation code of a terminal, with all guesses at once. */
export async function guessCodes(
  { url }: Target,
  { hsn, right, count }: { readonly hsn: string; readonly right: string; readonly count: number },
): Promise<Statuses> {
  const guess = async (at: number) => {
    const code = String((Number(right) + 1 + at) % 100_000_000).padStart(8, '0')
    const attempt = beginActivation(hsn, code)
    const begun = await post(`${url}/terminals/activate/begin`, { hsn, share: attempt.share })
    if (begun.status !== 200) return begun.status
    const { service_share } = begun.body as { readonly service_share: string }
    const proof = attempt.finish(service_share)?.terminalProof
    const body = { hsn, share: attempt.share, proof, device_type: 'attack' }
    return (await post(`${url}/terminals/activate`, body)).status
  }
  return countOf(
    await Promise.all(Array.from({ length: count }, (_, at) => guess(at).catch(() => unanswered))),
  )
}

/** Clients with a key request the largest lists, each on a connection of its own, and never read the answers. */
export async function leaveListsUnread({ url, privateKey }: Target, count: number): Promise<() => void> {
  const { hostname, port } = new URL(url)
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(port), hostname, () => resolve(socket))
          socket.once('error', reject)
          socket.pause()
        }),
    ),
  )
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    const search = JSON.stringify({ limit: 50 })
    socket.write(
      `POST /payment_intents/search HTTP/1.1\r\nHost: ${hostname}\r\nx-api-key: ${privateKey}\r\ncontent-type: application/json\r\ncontent-length: ${search.length}\r\n\r\n${search}`,
    )
  }
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

/** Unknown clients open a terminal link and send frames of 4 MB before they identify themselves. */
export function openHostileLinks({ url }: Target, count: number): () => void {
  const frame = JSON.stringify({ type: 'hello', padding: 'z'.repeat(4_400_000) })
  let attacking = true
  const open = new Set<WebSocket>()
  const attack = () => {
    if (!attacking) return
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/terminals/link`)
    open.add(socket)
    socket.on('open', () => socket.send(frame))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      setTimeout(attack, 50)
    })
  }
  for (let link = 0; link < count; link += 1) attack()
  return () => {
    attacking = false
    for (const socket of open) socket.terminate()
  }
}

/** Opens streams of one key, as many as the service admits. */
export async function openStreams(
  { url, privateKey, accountId }: Target,
  { hsn, sessionKey, count }: { readonly hsn: string; readonly sessionKey: string; readonly count: number },
): Promise<Statuses> {
  const leave = new AbortController()
  const headers = { 'x-api-key': privateKey, 'x-account-id': accountId, 'x-session-key': sessionKey }
  // Each answer is kept: a garbage-collected answer closes its stream and frees its place.
  const answers = await Promise.all(
    Array.from({ length: count }, () =>
      fetch(`${url}/terminals/processor/events?hsn=${hsn}`, { headers, signal: leave.signal }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  leave.abort()
  return countOf(statuses)
}
