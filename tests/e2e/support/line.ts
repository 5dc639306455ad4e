import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestService } from './service.ts'

/**
 * What happens to a request on the line between the app and its service. `late`: its answer waits until it is let
 * through.
 */
export type Fate = 'answered' | 'late' | 'lost' | 'never_arrives'

/** A request as it came, with what it was sent with. */
export interface LineRequest {
  /** As `POST /path`. */
  readonly name: string
  readonly sessionKey: string | null
  readonly idempotencyKey: string | null
  /** The body's text; whole once the request has been answered. */
  body: string
  /** The answer's text, whole once it has been carried back. */
  answer: string
}

/** A line that a test may cut. The app is told this address in place of the service's. */
export interface TestLine {
  readonly service: TestService
  /** Every request that came, as `POST /path`. */
  readonly seen: readonly string[]
  readonly requests: LineRequest[]
  /** How many wait for their answer. A stream of events has it with its first bytes. */
  readonly waiting: number
  /** From now on; the last one that is set holds. A promise keeps the request waiting before it goes on. */
  cut(fate: (request: string, sent: LineRequest) => Fate | Promise<Fate>): void
  /** Lets through every answer that is late, also when it comes only now. */
  letThrough(): void
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
        // The service has done it all; only its word does not come back.
        answer.resume().on('end', () => incoming.socket.destroy())
        return
      }
      await letGo
      answer.on('data', (bytes: Buffer) => {
        sent.answer += bytes.toString()
      })
      // A service that ends in the midst of its answer breaks the line, as it does without one between.
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
