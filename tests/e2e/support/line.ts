import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestService } from './service.ts'

/** The fate of a request between the app and its service. `late`: its answer waits until `letThrough` is called. */
export type Fate = 'answered' | 'late' | 'lost' | 'never_arrives'

/** A request with its headers and bodies. */
export interface LineRequest {
  /** Method and path, as `POST /path`. */
  readonly name: string
  readonly sessionKey: string | null
  readonly idempotencyKey: string | null
  /** The body as text, complete once the request has been answered. */
  body: string
  /** The answer as text, complete once it has been passed on. */
  answer: string
}

/** A line that a test may cut. The app gets its address instead of the service's. */
export interface TestLine {
  readonly service: TestService
  /** All requests that arrived, as `POST /path`. */
  readonly seen: readonly string[]
  readonly requests: LineRequest[]
  /** Number of requests without an answer. An event stream counts as answered with its first bytes. */
  readonly waiting: number
  /** Sets the fate of all further requests, until it is called again. A promise delays the request. */
  cut(fate: (request: string, sent: LineRequest) => Fate | Promise<Fate>): void
  /** Passes on every late answer, including those that arrive later. */
  letThrough(): void
  /** Cuts every connection, and each new one, until the fate of requests is set again. */
  drop(): void
  close(): Promise<void>
}

export async function openLine(service: TestService): Promise<TestLine> {
  const requests: LineRequest[] = []
  let fateOf: Parameters<TestLine['cut']>[0] = () => 'answered'
  let late: (() => void)[] = []
  const waiting = new Set<LineRequest>()
  const { hostname, port } = new URL(service.url)

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const sent = requestOf(incoming)
    requests.push(sent)
    waiting.add(sent)
    outgoing.on('close', () => waiting.delete(sent))
    const fate = await fateOf(sent.name, sent)
    if (fate === 'never_arrives') {
      incoming.socket.destroy()
      return
    }
    const letGo = fate === 'late' ? new Promise<void>((resolve) => late.push(resolve)) : null
    const { method, url, headers } = incoming
    const onward = request({ hostname, port, method, path: url, headers }, async (answer) => {
      if (fate === 'lost') {
        // The service has done everything; only its answer is lost.
        answer.resume().on('end', () => incoming.socket.destroy())
        return
      }
      await letGo
      answer.on('data', (bytes: Buffer) => {
        sent.answer += bytes.toString()
      })
      // A service that ends during its answer breaks the connection, as it would without a proxy.
      answer.on('close', () => {
        if (!answer.complete) incoming.socket.destroy()
      })
      if (answer.headers['content-type']?.startsWith('text/event-stream')) waiting.delete(sent)
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => incoming.socket.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.on('data', (bytes: Buffer) => {
      sent.body += bytes.toString()
    })
    incoming.pipe(onward)
  }

  const server = createServer((incoming, outgoing) => void carry(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    service: { ...service, url },
    get seen() {
      return requests.map(({ name }) => name)
    },
    requests,
    get waiting() {
      return waiting.size
    },
    cut(fate) {
      fateOf = fate
    },
    letThrough() {
      for (const goOn of late) goOn()
      late = []
    },
    drop() {
      fateOf = () => 'never_arrives'
      server.closeAllConnections()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const requestOf = ({ method, url, headers }: IncomingMessage): LineRequest => ({
  name: `${method} ${url}`,
  sessionKey: one(headers['x-session-key']),
  idempotencyKey: one(headers['x-idempotency-key']),
  body: '',
  answer: '',
})

const one = (value: string | readonly string[] | undefined): string | null =>
  typeof value === 'string' ? value : null
