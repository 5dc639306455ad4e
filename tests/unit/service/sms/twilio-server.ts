import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export const accountSid = `AC${'1a'.repeat(16)}`
export const authToken = 'e5b1f7a0c3d24e6f8a9b0c1d2e3f4a5b'

/** A message as it was sent to the provider. */
export interface AskedMessage {
  readonly to: string
  readonly body: string
  readonly from: string | undefined
  readonly messagingServiceSid: string | undefined
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void

export interface TwilioServer {
  readonly url: string
  /** Every request with a valid sign-in and form, including those that were refused. */
  readonly asked: readonly AskedMessage[]
  /** The messages that were accepted for delivery. */
  readonly taken: readonly AskedMessage[]
  /** Sets the answer to the next request. */
  answerNext(answer: Answer): void
  close(): Promise<void>
}

/**
 * Twilio's published Messages API: HTTP Basic; a form with To, Body and From or MessagingServiceSid; 201 with the
 * message resource; errors as {code, message, more_info, status}. Numbers have the same meaning as with Twilio's test
 * credentials.
 */
export async function openTwilioServer(): Promise<TwilioServer> {
  const asked: AskedMessage[] = []
  const taken: AskedMessage[] = []
  const answers: Answer[] = []
  const sockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await bodyOf(request))
    const signIn = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    if (request.headers.authorization !== signIn) return refuse(response, 401, 20003, 'Authenticate')
    const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
    if (request.method !== 'POST' || request.url !== path || !isForm) {
      return refuse(response, 404, 20404, 'The requested resource was not found')
    }
    const message = {
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      from: form.get('From') ?? undefined,
      messagingServiceSid: form.get('MessagingServiceSid') ?? undefined,
    }
    asked.push(message)
    const answer = answers.shift()
    if (answer !== undefined) return answer(response, request)
    const problem = problemOf(message)
    if (problem !== null) return refuse(response, 400, ...problem)
    taken.push(message)
    created(response, message)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    taken,
    answerNext: (answer) => void answers.push(answer),
    close,
  }
}

export function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code, message, more_info, status }))
}

export function created(response: ServerResponse, message: AskedMessage, fields: object = {}): void {
  const sid = `SM${randomBytes(16).toString('hex')}`
  const resource = {
    ...{ account_sid: accountSid, api_version: '2010-04-01', body: message.body },
    ...{ date_created: 'Sun, 22 Nov 2026 08:00:00 +0000', date_sent: null, direction: 'outbound-api' },
    ...{ error_code: null, error_message: null, from: message.from ?? null },
    ...{ messaging_service_sid: message.messagingServiceSid ?? null, num_media: '0', num_segments: '1' },
    ...{ price: null, price_unit: 'USD', sid, status: 'queued', to: message.to },
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
    ...fields,
  }
  response.writeHead(201, { 'content-type': 'application/json' })
  response.end(JSON.stringify(resource))
}

/** The magic numbers of Twilio's test credentials. */
function problemOf({ to, body, from, messagingServiceSid }: AskedMessage): readonly [number, string] | null {
  if (body === '') return [21602, 'Message body is required.']
  if (body.length > 1600) return [21617, 'The concatenated message body exceeds the 1600 character limit.']
  if (from === undefined && messagingServiceSid === undefined)
    return [21603, "A 'From' phone number is required."]
  if (from === '+15005550007') return [21606, `The From phone number ${from} is not a valid number.`]
  const recipients: Readonly<Record<string, readonly [number, string]>> = {
    '+15005550001': [21211, `The 'To' number ${to} is not a valid phone number.`],
    '+15005550002': [21612, `The message From/To pair violates a rule: ${to}`],
    '+15005550003': [21408, `Permission to send an SMS has not been enabled for the region: ${to}.`],
    '+15005550004': [21610, `Attempt to send to unsubscribed recipient ${to}`],
    '+15005550009': [21614, `To number: ${to}, is not a mobile number`],
  }
  return recipients[to] ?? null
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
