import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answerBrokenHttp } from '../../../../src-service/http/error-handler.ts'
import { errorEnvelopeSchema } from '../../../../src-shared/api/errors.ts'

async function answerTo(code: string) {
  const socket = new PassThrough()
  answerBrokenHttp(Object.assign(new Error(code), { code }), socket as unknown as Socket)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const { error } = errorEnvelopeSchema.parse(JSON.parse(body))
  return { status: head.split('\r\n')[0], code: error.code, message: error.message }
}

/** "Not a valid HTTP request" would send a developer to look for a fault in a correct request. */
test.each([
  ['HPE_INVALID_METHOD', 'This is not a valid HTTP request.'],
  [
    'HPE_HEADER_OVERFLOW',
    "The request's headers are larger than 16 KiB in total. Send fewer or shorter ones.",
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    'The request did not arrive completely within 30 seconds, so this attempt did nothing. Send it again.',
  ],
])('a request that cannot be read is answered with the reason: %s', async (code, message) => {
  expect(await answerTo(code)).toEqual({
    status: 'HTTP/1.1 400 Bad Request',
    code: 'parameter_invalid',
    message,
  })
})
