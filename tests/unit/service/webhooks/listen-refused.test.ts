import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { listen } from '../../../../src-service/webhooks/listen.ts'

const opened: { close(): unknown }[] = []
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
})

/** Listens on a free port and answers every request with this status and body. */
async function answering(status: number, body: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const forwardTo = (serviceUrl: string) =>
  listen({ serviceUrl, apiKey: 'sk_wrong', forwardUrl: 'http://127.0.0.1:1/webhooks' }, () => {})

test('without a service at the address, the developer learns which address was asked, and how to name another', async () => {
  const free = await answering(200, {})
  opened.pop()?.close()
  await expect(forwardTo(free)).rejects.toThrow(`${free} does not answer (connect ECONNREFUSED`)
  await expect(forwardTo(free)).rejects.toThrow('Start the service, or name another with --service')
})

test('a refused key is named by the variable that it came from', async () => {
  const message = 'This API key is unknown. Check that you copied all of it.'
  const error = { type: 'authentication', code: 'api_key_invalid', message, request_id: 'req_1' }
  await expect(forwardTo(await answering(401, { error }))).rejects.toThrow(
    `${message} The key is the one in COUNTERTOP_PRIVATE_KEY`,
  )
})
