import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestService } from './service.ts'

/** What happens to a request on the line between the app and its service. */
export type Fate = 'answered' | 'lost' | 'never_arrives'

/** A line that a test may cut. The app is told this address in place of the service's. */
export interface TestLine {
  readonly service: TestService
  /** Every request that came, as `POST /path`. */
  readonly seen: readonly string[]
  /** From now on; the last one that is set holds. */
  cut(fate: (request: string) => Fate): void
  close(): Promise<void>
}

export async function openLine(service: TestService): Promise<TestLine> {
  const seen: string[] = []
  let fateOf: (request: string) => Fate = () => 'answered'
  const { hostname, port } = new URL(service.url)

  function carry(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const name = `${incoming.method} ${incoming.url}`
    seen.push(name)
    const fate = fateOf(name)
    if (fate === 'never_arrives') {
      incoming.socket.destroy()
      return
    }
    const { method, url, headers } = incoming
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (fate === 'lost') {
        // The service has done it all; only its word does not come back.
        answer.resume().on('end', () => incoming.socket.destroy())
        return
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => incoming.socket.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  const server = createServer(carry)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    service: { ...service, url },
    seen,
    cut(fate) {
      fateOf = fate
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
