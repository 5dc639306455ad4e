import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { type WebhookBody, webhookBodySchema } from '../../src-shared/api/schemas/event.ts'

export interface ReceivedWebhook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** How a path of the listener answers: a status, at once or when the promise resolves, or never. */
export type ListenerAnswer = number | Promise<number> | 'never'

/** A partner's listener: a real server that keeps what it receives. */
export interface WebhookListener {
  url(path: string): string
  /** Sets the answer of a path from now on; the default is 200. */
  answer(path: string, answer: ListenerAnswer): void
  received(path: string): readonly ReceivedWebhook[]
  /** The bodies received at a path, verified by the package with this secret. @throws on an invalid signature. */
  verified(path: string, secret: string): readonly WebhookBody[]
  stop(): Promise<void>
}

export async function startWebhookListener(): Promise<WebhookListener> {
  const got: ReceivedWebhook[] = []
  const answers = new Map<string, ListenerAnswer>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      got.push({ path, headers: request.headers, text: Buffer.concat(chunks).toString('utf8') })
      const answer = answers.get(path) ?? 200
      if (answer === 'never') return
      void Promise.resolve(answer).then((status) =>
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('ok'),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const received = (path: string) => got.filter((one) => one.path === path)
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    answer: (path, answer) => void answers.set(path, answer),
    received,
    verified: (path, secret) =>
      received(path).map(({ headers, text }) =>
        webhookBodySchema.parse(new Webhook(secret).verify(text, headers as Record<string, string>)),
      ),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
