import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, createAsk } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { signInAs } from './support/sign-in.ts'

/** Keys are checked before the body is read, and a body may take 30 s. */
let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

/** Sends the headers and half of the body; then what is given; then the rest. */
async function halfway(path: string, headers: object, body: object, meanwhile: () => Promise<unknown>) {
  const text = JSON.stringify(body)
  const sent = request(`${service.directUrl}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
  })
  sent.write(text.slice(0, 5))
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await meanwhile()
  sent.end(text.slice(5))
  return answered
}

const later = async () => {}
const customer = { name: 'Eve King' }

async function newKey() {
  const body = { level: 'tenant_admin', name: 'Of a slow client' }
  const made = await ask('api_keys.create', { accountId: null, body })
  const { id, key } = made.body as { id: string; key: string }
  const headers = { 'x-api-key': key, 'x-account-id': service.accountId }
  return { headers, revoke: () => ask('api_keys.revoke', { accountId: null, path: `/api_keys/${id}` }) }
}

test('a key that is revoked while a body is being sent can do nothing with it', async () => {
  const slow = await newKey()
  expect(await halfway('/customers', slow.headers, customer, later)).toBe(200)
  expect(await halfway('/customers', slow.headers, customer, slow.revoke)).toBe(403)
})

test('a user who is signed out or made read-only while a body is being sent can do nothing with it', async () => {
  const account = await service.services.accounts.account(service.accountId)
  const business_id = account?.document.business_id ?? ''
  const ends = {
    sign_out: (id: string) => ask('users.sign_out', { accountId: null, path: `/users/${id}/sign_out` }),
    read_only: (id: string) =>
      ask('users.update', { accountId: null, path: `/users/${id}`, body: { role: 'READ_ONLY' } }),
  }
  for (const end of [ends.sign_out, ends.read_only]) {
    const user = await signInAs(service, ask, { email: `${end.name}@example.com`, business_id })
    const headers = { ...user.request.headers, 'x-account-id': service.accountId }
    expect(await halfway('/customers', headers, customer, later)).toBe(200)
    expect(await halfway('/customers', headers, customer, () => end(user.id))).toBe(403)
  }
})
