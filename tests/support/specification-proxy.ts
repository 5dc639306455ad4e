import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { isOfSpecification, type Operation } from '../../src-shared/api/operation.ts'
import { operationEntries } from '../../src-shared/api/operations.ts'
import {
  bodyFields,
  entityFields,
  errorFields,
  intentData,
  memberFields,
  replyFields,
  terminalFields,
} from './specification-fields.ts'

/**
 * The real service, reduced to the specification: operations that the table marks as additions are missing (answered as
 * most web servers do), and fields that the specification does not name are removed from requests and replies. Fields
 * without a value are left out, too: null for them is our own rule.
 */
export interface SpecificationProxy {
  readonly url: string
  /** Every request, as `POST /path`, in order of arrival. */
  readonly seen: readonly string[]
  /** Requests for operations that are not in the specification. */
  readonly refused: readonly string[]
  /** Drops the answers to the requests that match; the service has executed them. */
  loseAnswers(isLost: (request: string) => boolean): void
  close(): Promise<void>
}

type Json = Readonly<Record<string, unknown>>

export async function openSpecificationProxy(target: string): Promise<SpecificationProxy> {
  const seen: string[] = []
  const refused: string[] = []
  let isLost: (request: string) => boolean = () => false
  const { hostname, port } = new URL(target)

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming
    const path = new URL(url, target).pathname
    const request = `${method} ${path}`
    seen.push(request)
    const found = operationAt(method, path)
    const sent = await bodyOf(incoming)
    if (found === null) {
      refused.push(request)
      outgoing.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
      return
    }
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: headersOf(incoming),
      ...(sent === '' ? {} : { body: JSON.stringify(requestFields(found, JSON.parse(sent))) }),
    })
    const text = await answer.text()
    if (isLost(request)) {
      incoming.socket.destroy()
      return
    }
    const kept = answer.ok ? replied(found, JSON.parse(text)) : failed(JSON.parse(text))
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(kept))
  }

  const server = createServer((incoming, outgoing) => {
    carry(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  const sockets = new Set<Duplex>()
  // Terminals connect by themselves; the protocol of their link is the service's own.
  server.on('upgrade', (incoming, near, head) => {
    const far = connect(Number(port), hostname, () => {
      far.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${rawHeaders(incoming)}\r\n\r\n`)
      far.write(head)
      near.pipe(far).pipe(near)
    })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    refused,
    loseAnswers(named) {
      isLost = named
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The name of the requested operation of the specification; null if there is none. */
function operationAt(method: string, path: string): string | null {
  const found = specified.find(([, row]) => row.method === method && pattern(row).test(path))
  return found === undefined ? null : found[0]
}

const specified = operationEntries
  .filter(([, row]) => isOfSpecification(row))
  // A path without a parameter has precedence over one with a parameter in its place.
  .toSorted(([, one], [, other]) => Number(one.path.includes('{')) - Number(other.path.includes('{')))

const pattern = ({ path }: Operation): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Section 4, common headers. */
const carried = ['content-type', 'x-api-key', 'x-account-id', 'x-business-id', 'x-contractor-id'] as const
const carriedToo = ['x-idempotency-key', 'x-session-key'] as const

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    [...carried, ...carriedToo].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

function rawHeaders({ rawHeaders: raw }: IncomingMessage): string {
  const lines: string[] = []
  for (let index = 0; index < raw.length; index += 2) lines.push(`${raw[index]}: ${raw[index + 1]}`)
  return lines.join('\r\n')
}

function requestFields(operation: string, body: Json): Json {
  const named = bodyFields[operation]
  const kept = named === undefined ? body : only(body, named)
  const data = kept.payment_intent_data
  return isObject(data) ? { ...kept, payment_intent_data: only(data, intentData) } : kept
}

function replied(operation: string, reply: Json): unknown {
  const named = replyFields[operation]
  if (named !== undefined) return only(reply, named)
  if (!('terminal_details' in reply) || 'entity' in reply) return specifiedOnly(reply)
  const terminals = reply.terminal_details as readonly Json[]
  return { terminal_details: terminals.map((terminal) => only(terminal, terminalFields)) }
}

function failed({ error }: Json): Json {
  return { error: isObject(error) ? only(error, errorFields) : error }
}

/** @param named the specified fields of an object, by the name of the field that holds it; null: all fields are kept */
function specifiedOnly(value: unknown, named: readonly string[] | null = null): unknown {
  if (Array.isArray(value)) return value.map((item) => specifiedOnly(item))
  if (!isObject(value)) return value
  const known = (typeof value.entity === 'string' ? entityFields[value.entity] : undefined) ?? named
  return Object.fromEntries(
    Object.entries(known === null ? value : only(value, known))
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key, specifiedOnly(member, memberFields[key] ?? null)]),
  )
}

const only = (value: Json, named: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([key]) => named.includes(key)))

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
