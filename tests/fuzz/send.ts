import { Agent, request as httpRequest } from 'node:http'
import type { FuzzedRequest } from './requests.ts'

export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/**
 * Sends it over node's own http, which alters neither address nor headers. A stream is closed once its headers have
 * arrived.
 *
 * @returns the answer; `unsent` if node itself refuses to send the request; `cut` if the connection was closed
 * without an answer; `silent` if no answer came in time
 */
export const send = (
  base: URL,
  { method, target, headers, body, operation }: FuzzedRequest,
  limitMs: number,
): Promise<RawAnswer | 'unsent' | 'cut' | 'silent'> =>
  new Promise((resolve) => {
    const { hostname, port } = base
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
    let sent: ReturnType<typeof httpRequest>
    try {
      sent = httpRequest({ hostname, port, method, path: target, headers: { ...headers, ...length }, agent })
    } catch {
      resolve('unsent')
      return
    }
    const limit = setTimeout(() => {
      resolve('silent')
      sent.destroy()
    }, limitMs)
    const finish = (answer: RawAnswer | 'cut') => {
      clearTimeout(limit)
      resolve(answer)
    }
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response
      const contentType = answered['content-type'] ?? ''
      if (operation.stream && status === 200) {
        finish({ status, contentType, text: '' })
        response.destroy()
        return
      }
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => finish({ status, contentType, text }))
      response.on('error', () => finish('cut'))
    })
    sent.on('error', () => finish('cut'))
    sent.end(body ?? undefined)
  })

export const closeLines = (): void => agent.destroy()
