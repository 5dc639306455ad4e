import { X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asksSandbox, checkService } from '../../src-main/live-service/check-service.ts'
import { pinnedFetch } from '../../src-main/live-service/pinned-fetch.ts'
import { openServiceChoice, type ServiceChoice } from '../../src-main/live-service/service-choice.ts'
import {
  openKey,
  readStoredService,
  type StoredService,
  storedServiceSchema,
} from '../../src-main/live-service/stored-service.ts'
import { jsonFile } from '../../src-main/settings/json-file.ts'
import type { Keychain } from '../../src-main/staff/keychain.ts'
import { createClient } from '../../src-shared/api/client.ts'
import { versionOf } from '../../src-shared/api/versions.ts'
import type { ServiceEntry } from '../../src-shared/pos/installer-tools/service-commands.ts'
import { behindTls, ofUnknownAuthority, otherSelfSigned, selfSigned } from '../support/self-signed.ts'
import { openSpecificationProxy } from '../support/specification-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  for (const close of closing) await close()
  await service?.stop()
})

const entry = (changes: Partial<ServiceEntry> = {}): ServiceEntry => ({
  url: service.directUrl,
  api_key: service.privateKey,
  account_id: service.accountId,
  merchant_id: '',
  fingerprint: null,
  ...changes,
})
const kindOf = async (changes: Partial<ServiceEntry>) => (await checkService(entry(changes))).check.kind

const tenantOf = async (accountId: string) =>
  (await service.services.accounts.account(accountId))?.document.tenant_id ?? ''

/** A web server that is no payment service. */
async function otherServer(): Promise<string> {
  const server = createServer((_request, response) => response.end('<h1>Hello</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the check of a service', () => {
  test('a sandbox that fits is named as one, with the shop, its merchant number and the version', async () => {
    const { check } = await checkService(entry())
    expect(check).toMatchObject({
      kind: 'fits',
      merchant_id: service.merchantId,
      merchant_name: expect.stringMatching(/./),
      real_money: false,
      // The one that "What works" names of it, too: its terminals keep to another.
      version: versionOf('/health'),
    })
  })

  test('an address without encryption, and one that is none, are refused before anything is sent', async () => {
    expect(await kindOf({ url: 'http://pay.example.com' })).toBe('address_wrong')
    expect(await kindOf({ url: 'pay' })).toBe('address_wrong')
  })

  test('an address where nothing answers, and one where something else does, are told apart', async () => {
    expect(await kindOf({ url: 'http://127.0.0.1:9' })).toBe('unreachable')
    expect(await kindOf({ url: await otherServer() })).toBe('no_service')
  })

  test('a key that is wrong, public, of another tenant, or may only read is named as such', async () => {
    expect(await kindOf({ api_key: 'sk_nonsense_nonsense' })).toBe('key_wrong')
    expect(await kindOf({ api_key: service.publicKey })).toBe('key_public')
    expect(await kindOf({ api_key: (await service.makeTenant()).privateKey })).toBe('account_unknown')
    expect(await kindOf({ api_key: await service.makeKey('read_only') })).toBe('key_may_not_charge')
  })

  test('without an account the service is asked which ones the key reaches: the only one is taken, of several one is chosen', async () => {
    const only = await service.makeTenant()
    expect((await checkService(entry({ account_id: '', api_key: only.privateKey }))).check).toMatchObject({
      kind: 'fits',
      account_id: only.accountId,
    })
    const [own] = await service.services.accounts.accountsOfTenant(await tenantOf(only.accountId))
    if (own === undefined) throw new Error('the account is missing')
    const neighbours = ['B shop', 'A shop', 'Closed'].map((name, index) => ({
      op: 'insert' as const,
      kind: 'account' as const,
      row: {
        ...own,
        id: service.services.newId('account'),
        document: {
          ...own.document,
          ...{ name, merchant_id: `81000000${index}`, status: name === 'Closed' ? 'closed' : 'boarded' },
        },
      },
    }))
    await service.services.store.commit({ writes: neighbours })
    const { check } = await checkService(entry({ account_id: '', api_key: only.privateKey }))
    if (check.kind !== 'accounts') throw new Error(`it was ${check.kind}`)
    expect(check.accounts.map(({ name, location }) => [name, location])).toEqual([
      ['A shop', null],
      ['B shop', null],
      [own.document.name, null],
    ])
    const account_id = check.accounts[0]?.id ?? ''
    const chosen = { account_id, api_key: only.privateKey }
    expect((await checkService(entry(chosen))).check).toMatchObject({
      kind: 'fits',
      account_id,
      merchant_name: 'A shop',
    })
  })

  test('a wrong key is named as such before anybody is asked for the account', async () => {
    expect(await kindOf({ account_id: '', api_key: 'sk_nonsense_nonsense' })).toBe('key_wrong')
    expect(await kindOf({ account_id: '', url: await otherServer() })).toBe('no_service')
  })

  test('a key that reaches no account is named as such', async () => {
    const nobodys = await service.makeKey('business', { business_id: 'biz_nobody' })
    expect(await kindOf({ account_id: '', api_key: nobodys })).toBe('no_account')
  })

  test('below a page of the service, and below one of a web server, is no payment service', async () => {
    const below = `${service.directUrl}/portal`
    expect(await kindOf({ url: below, account_id: '' })).toBe('no_service')
    expect(await kindOf({ url: below })).toBe('no_service')
  })

  test('an account whose service says no currency is taken to be in US dollars', async () => {
    const proxy = await openSpecificationProxy(service.directUrl)
    closing.push(proxy.close)
    const { check } = await checkService(entry({ url: proxy.url, merchant_id: service.merchantId }))
    expect(check).toMatchObject({ kind: 'fits', currency: 'USD', merchant_id: service.merchantId })
  })

  test('an account that the service does not have is named as such', async () => {
    expect(await kindOf({ account_id: 'acct_nobody' })).toBe('account_unknown')
  })

  test('a service that keeps only the specification is checked by what it has', async () => {
    const bare = await openSpecificationProxy(service.directUrl)
    closing.push(bare.close)
    // It has no sandbox that could be asked for, and no terminal of one: money is real there.
    expect((await checkService(entry({ url: bare.url }))).check).toMatchObject({
      kind: 'fits',
      merchant_id: service.merchantId,
      real_money: true,
      version: null,
    })
    // Nor does it say which accounts the key reaches.
    expect(await kindOf({ url: bare.url, account_id: '' })).toBe('account_needed')
    const client = createClient({
      baseUrl: service.directUrl,
      apiKey: service.privateKey,
      accountId: service.accountId,
    })
    await client.call('sandbox.virtual_terminals.create', { body: { hsn: 'VT-1' } })
    expect((await checkService(entry({ url: bare.url }))).check).toMatchObject({ real_money: false })
  })

  test('a service that refuses what it does not know, as forbidden, is no sandbox by that', async () => {
    const server = createServer((request, response) => {
      const forbidden = request.url?.startsWith('/sandbox') === true
      const answer = forbidden
        ? { error: { type: 'permission', code: 'permission_denied', message: 'no', request_id: 'r' } }
        : { terminal_details: [] }
      response.writeHead(forbidden ? 403 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await asksSandbox(createClient({ baseUrl, apiKey: 'sk_1' }), 'M-1')).toBe(false)
  })

  test('nothing is left at the service by a check', async () => {
    const count = async () => {
      const answer = await fetch(`${service.directUrl}/payment_intents`, {
        headers: { 'x-api-key': service.privateKey, 'x-account-id': service.accountId },
      })
      return ((await answer.json()) as { data: unknown[] }).data.length
    }
    const before = await count()
    await checkService(entry())
    expect(await count()).toBe(before)
  })
})

describe('a certificate that nobody vouches for', () => {
  test('it is shown by its fingerprint, and taken only when that one was compared', async () => {
    const secure = await behindTls(service.directUrl)
    closing.push(secure.close)
    const { check } = await checkService(entry({ url: secure.url }))
    if (check.kind !== 'untrusted') throw new Error(`it was ${check.kind}`)
    expect(check.certificate.subject).toContain('shop.example')
    const { fingerprint } = check.certificate
    const other = fingerprint.replace(/^../, (byte) => (byte === '00' ? '01' : '00'))
    expect(await kindOf({ url: secure.url, fingerprint: other })).toBe('untrusted')
    const compared = await checkService(entry({ url: secure.url, fingerprint }))
    expect(compared.check.kind).toBe('fits')
    expect(compared.certificate).toContain('BEGIN CERTIFICATE')
  })

  test('another certificate in its place is refused before anything is sent', async () => {
    const first = await behindTls(service.directUrl)
    const send = pinnedFetch(selfSigned.cert)
    expect((await send(`${first.url}/openapi.json`)).status).toBe(200)
    await first.close()
    const swapped = await behindTls(service.directUrl, otherSelfSigned, Number(new URL(first.url).port))
    closing.push(swapped.close)
    expect(swapped.url).toBe(first.url)
    await expect(send(`${swapped.url}/openapi.json`)).rejects.toThrow('another')
    await expect(pinnedFetch(selfSigned.cert)(`${swapped.url}/openapi.json`)).rejects.toThrow('another')
    expect(swapped.received()).toBe(0)
    expect((await pinnedFetch(otherSelfSigned.cert)(`${swapped.url}/openapi.json`)).status).toBe(200)
    expect(swapped.received()).toBeGreaterThan(0)
  })

  test('one of an authority that nobody knows, and expired, is taken as well when it was compared', async () => {
    const secure = await behindTls(service.directUrl, ofUnknownAuthority)
    closing.push(secure.close)
    const { check } = await checkService(entry({ url: secure.url }))
    if (check.kind !== 'untrusted') throw new Error(`it was ${check.kind}`)
    const { fingerprint } = check.certificate
    expect(await kindOf({ url: secure.url, fingerprint })).toBe('fits')
  })

  test('a way that shows no certificate does not stand for the one that was compared', async () => {
    const { fingerprint256 } = new X509Certificate(selfSigned.cert)
    expect(await kindOf({ fingerprint: fingerprint256 })).toBe('unreachable')
  })

  test('an answer without a body, or of no status, is an answer or a failure, and never ends the program', async () => {
    const server = createTlsServer(selfSigned, (_request, response) => {
      response.socket?.end(`HTTP/1.1 ${_request.url === '/odd' ? '999 Odd' : '204 Nothing'}\r\n\r\n`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await pinnedFetch(selfSigned.cert)(url)).status).toBe(204)
    await expect(pinnedFetch(selfSigned.cert)(`${url}/odd`)).rejects.toThrow()
  })
})

describe('the choice of a service', () => {
  const keychain: Keychain = {
    seal: (text) => Buffer.from(text).reverse(),
    open: (sealed) => Buffer.from(sealed).reverse().toString(),
  }

  function storedAt(path: string): StoredService {
    const stored = readStoredService(path)
    if (stored === null || stored === 'damaged') throw new Error(`it was ${stored}`)
    return stored
  }

  async function openChoice(changes: {
    readonly keychain: Keychain | null
    readonly stored?: StoredService
    readonly keys?: string[]
    readonly damaged?: boolean
  }): Promise<{ readonly choice: ServiceChoice; readonly path: string }> {
    const path = join(await temporaryFolder('countertop-choice'), 'service-choice.json')
    const choice = openServiceChoice({
      named: null,
      stored: changes.stored ?? null,
      damaged: changes.damaged ?? false,
      file: jsonFile(path, storedServiceSchema, null),
      keychain: changes.keychain,
      realMoney: () => false,
      isKeyNeeded: () => changes.stored !== undefined,
      onKey: (key) => void changes.keys?.push(key),
    })
    return { choice, path }
  }

  test('what was chosen is kept with its key sealed, and holds from the next start on', async () => {
    const { choice, path } = await openChoice({ keychain })
    expect(await choice.connect({ ...entry(), real_money: false })).toMatchObject({ value: { kind: 'fits' } })
    expect(choice.place()).toMatchObject({ by: 'training', after_restart: 'settings' })
    const stored = storedAt(path)
    expect(JSON.stringify(stored)).not.toContain(service.privateKey)
    expect(openKey(stored, keychain)).toBe(service.privateKey)
    await choice.train()
    expect(readStoredService(path)).toBeNull()
  })

  test('what is not what the person was shown is not taken', async () => {
    const { choice, path } = await openChoice({ keychain })
    const answer = await choice.connect({ ...entry(), real_money: true })
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_now' } })
    expect(readStoredService(path)).toBeNull()
  })

  test('a computer that keeps no secret keeps no key, and takes a right one for the run', async () => {
    const first = await openChoice({ keychain: null })
    await first.choice.connect({ ...entry(), real_money: false })
    const stored = storedAt(first.path)
    expect(stored.sealed_key).toBeNull()
    const keys: string[] = []
    const { choice } = await openChoice({ keychain: null, stored, keys })
    expect(choice.place()).toMatchObject({ by: 'settings', keeps_key: false, key_needed: true })
    expect(await choice.unlock('sk_nonsense_nonsense')).toMatchObject({ value: { kind: 'key_wrong' } })
    expect(keys).toEqual([])
    expect(await choice.unlock(service.privateKey)).toMatchObject({ value: { kind: 'fits' } })
    expect(keys).toEqual([service.privateKey])
  })

  test('no file is training, and a damaged one is neither that nor a start that fails', async () => {
    const path = join(await temporaryFolder('countertop-choice'), 'service-choice.json')
    expect(readStoredService(path)).toBeNull()
    const good = { ...entry(), merchant_id: 'M', merchant_name: 'Shop', real_money: true, sealed_key: null }
    for (const text of [
      '',
      '{"url":',
      JSON.stringify({ ...good, certificate: 'none' }),
      JSON.stringify({ ...good, certificate: null, url: 'http://elsewhere.example' }),
      JSON.stringify({ ...good, certificate: null, account_id: '../../elsewhere' }),
    ]) {
      await writeFile(path, text)
      expect(readStoredService(path)).toBe('damaged')
    }
    await writeFile(path, JSON.stringify({ ...good, certificate: null }))
    expect(storedAt(path).merchant_name).toBe('Shop')
    const { choice } = await openChoice({ keychain, damaged: true })
    expect(choice.place()).toMatchObject({ by: 'settings', url: null })
    await choice.train()
    expect(choice.place()).toMatchObject({ after_restart: 'training' })
  })

  test('a file that was changed to name another place does not take the key there', async () => {
    const { choice, path } = await openChoice({ keychain })
    await choice.connect({ ...entry(), real_money: false })
    const stored = storedAt(path)
    const changes = [
      { url: 'https://elsewhere.example' },
      { account_id: 'acct_other' },
      { merchant_id: 'M-2' },
      { certificate: selfSigned.cert },
      { real_money: true },
    ]
    for (const change of changes) expect(openKey({ ...stored, ...change }, keychain)).toBe('damaged')
  })

  test('a key that the system has lost is typed once, and kept again', async () => {
    const first = await openChoice({ keychain })
    await first.choice.connect({ ...entry(), real_money: false })
    const lost: StoredService = { ...storedAt(first.path), sealed_key: 'bm8=' }
    expect(openKey(lost, keychain)).toBeNull()
    const { choice, path } = await openChoice({ keychain, stored: lost, keys: [] })
    expect(await choice.unlock(service.privateKey)).toMatchObject({ value: { kind: 'fits' } })
    expect(openKey(storedAt(path), keychain)).toBe(service.privateKey)
  })

  test('an account that would name a file elsewhere is not asked for', async () => {
    const { choice } = await openChoice({ keychain })
    expect(await choice.check(entry({ account_id: '../../x' }))).toMatchObject({
      value: { kind: 'account_unknown' },
    })
  })
})
