import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly text: string
}

/** One open connection, with one request at a time. */
export interface RawClient {
  /** @param more headers of this request only */
  request(
    method: string,
    path: string,
    body: string,
    more?: Readonly<Record<string, string>>,
  ): Promise<RawAnswer>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * HTTP with minimal work: the client shares the machine with the measured service, and general clients take as long for
 * a request as the service does. Answers must have a content-length.
 */
export async function connectRaw(url: string, headers: Readonly<Record<string, string>>): Promise<RawClient> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const linesOf = (some: Readonly<Record<string, string>>) =>
    Object.entries(some)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
  const lines = linesOf({ host, ...headers })
  let pending: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | null = null
  let received: Buffer = Buffer.alloc(0)
  const end = (error: Error) => {
    pending?.reject(error)
    pending = null
  }
  socket.on('data', (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part])
    const head = received.indexOf(headEnd)
    if (head < 0) return
    const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1', 0, head))?.[1]
    if (length === undefined) return end(new Error('an answer without a content-length'))
    const from = head + headEnd.length
    const to = from + Number(length)
    if (received.length < to) return
    const answer = {
      status: Number(received.toString('latin1', 9, 12)),
      text: received.toString('utf8', from, to),
    }
    received = received.subarray(to)
    const { resolve } = pending ?? {}
    pending = null
    resolve?.(answer)
  })
  socket.on('error', end)
  socket.on('close', () => end(new Error('the connection was closed')))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return {
    request: (method, path, body, more) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
        const own = more === undefined ? '' : linesOf(more)
        socket.write(`${method} ${path} HTTP/1.1\r\n${lines}${own}${length}\r\n${body}`)
      }),
    close: () => void socket.destroy(),
  }
}
