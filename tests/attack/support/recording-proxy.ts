import { appendFileSync, mkdirSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'

/** A proxy before the service that records every byte the service sends: answers, event streams, terminal links. */
export async function startRecordingProxy(serviceUrl: string, folder: string) {
  mkdirSync(folder, { recursive: true })
  const { hostname, port } = new URL(serviceUrl)
  let count = 0
  const fileFor = (name: string) => {
    count += 1
    return join(folder, `${String(count).padStart(4, '0')}-${name.replace(/\W+/g, '_').slice(0, 60)}`)
  }
  const server = createServer((request, response) => {
    const file = fileFor(`${request.method} ${request.url?.split('?')[0] ?? ''}`)
    // Uncompressed, so that it can be searched.
    const { 'accept-encoding': _, ...headers } = request.headers
    const { method, url: path } = request
    const forward = ask({ hostname, port, method, path, headers }, (answer) => {
      const { statusCode = 502, headers: answered } = answer
      appendFileSync(file, `${statusCode} ${JSON.stringify(answered)}\n`)
      response.writeHead(statusCode, answered)
      answer.on('data', (chunk: Buffer) => appendFileSync(file, chunk))
      answer.pipe(response)
    })
    forward.on('error', () => response.destroy())
    response.on('close', () => forward.destroy())
    request.pipe(forward)
  })
  server.on('upgrade', (request, socket, head) => {
    const file = fileFor('link')
    const up = connect(Number(port), hostname, () => {
      const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
      up.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      up.write(head)
      up.on('data', (chunk: Buffer) => appendFileSync(file, chunk))
      up.pipe(socket)
      socket.pipe(up)
    })
    up.on('error', () => socket.destroy())
    socket.on('error', () => up.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Number of answers and links recorded. */
    count: () => count,
    stop() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
