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

/** A web server that is not a payment service. */
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
  test('a matching sandbox is recognized, with the shop, its merchant number and the version', async () => {
    const { check } = await checkService(entry())
    expect(check).toMatchObject({
      kind: 'fits',
      merchant_id: service.merchantId,
      merchant_name: expect.stringMatching(/./),
      real_money: false,
      // The version that "System check" shows too; its terminals have a version of their own.
      version: versionOf('/health'),
    })
  })

  test('an unencrypted or invalid address is refused before anything is sent', async () => {
    expect(await kindOf({ url: 'http://pay.example.com' })).toBe('address_wrong')
    expect(await kindOf({ url: 'pay' })).toBe('address_wrong')
  })

  test('an unreachable address and an address of something else are distinguished', async () => {
    expect(await kindOf({ url: 'http://127.0.0.1:9' })).toBe('unreachable')
    expect(await kindOf({ url: await otherServer() })).toBe('no_service')
  })

  test('a key that is wrong, public, of another tenant, or read-only is reported as such', async () => {
    expect(await kindOf({ api_key: 'sk_nonsense_nonsense' })).toBe('key_wrong')
    expect(await kindOf({ api_key: service.publicKey })).toBe('key_public')
    expect(await kindOf({ api_key: (await service.makeTenant()).privateKey })).toBe('account_unknown')
    expect(await kindOf({ api_key: await service.makeKey('read_only') })).toBe('key_may_not_charge')
  })

  test("without an account, the only one in the key's reach is used, or one of several is chosen", async () => {
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

  test('a wrong key is reported before the account is asked for', async () => {
    expect(await kindOf({ account_id: '', api_key: 'sk_nonsense_nonsense' })).toBe('key_wrong')
    expect(await kindOf({ account_id: '', url: await otherServer() })).toBe('no_service')
  })

  test('a key that reaches no account is reported as such', async () => {
    const nobodys = await service.makeKey('business', { business_id: 'biz_nobody' })
    expect(await kindOf({ account_id: '', api_key: nobodys })).toBe('no_account')
  })

  test('an address below a page of the service, or of a web server, is reported as no payment service', async () => {
    const below = `${service.directUrl}/portal`
    expect(await kindOf({ url: below, account_id: '' })).toBe('no_service')
    expect(await kindOf({ url: below })).toBe('no_service')
  })

  test('an account without a currency at the service is assumed to be in US dollars', async () => {
    const proxy = await openSpecificationProxy(service.directUrl)
    closing.push(proxy.close)
    const { check } = await checkService(entry({ url: proxy.url, merchant_id: service.merchantId }))
    expect(check).toMatchObject({ kind: 'fits', currency: 'USD', merchant_id: service.merchantId })
  })

  test('an account that is unknown to the service is reported as such', async () => {
    expect(await kindOf({ account_id: 'acct_nobody' })).toBe('account_unknown')
  })

  test('a service with only the specification is checked by what it offers', async () => {
    const bare = await openSpecificationProxy(service.directUrl)
    closing.push(bare.close)
    // It has no sandbox operations, and none of its terminals is a sandbox terminal, so its money counts as real.
    expect((await checkService(entry({ url: bare.url }))).check).toMatchObject({
      kind: 'fits',
      merchant_id: service.merchantId,
      real_money: true,
      version: null,
    })
    // It does not list the accounts in the key's reach either.
    expect(await kindOf({ url: bare.url, account_id: '' })).toBe('account_needed')
    const client = createClient({
      baseUrl: service.directUrl,
      apiKey: service.privateKey,
      accountId: service.accountId,
    })
    await client.call('sandbox.virtual_terminals.create', { body: { hsn: 'VT-1' } })
    expect((await checkService(entry({ url: bare.url }))).check).toMatchObject({ real_money: false })
  })

  test('a service that answers unknown paths with 403 does not count as a sandbox', async () => {
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

  test('a check leaves nothing at the service', async () => {
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

describe('an untrusted certificate', () => {
  test('it is shown with its fingerprint, and accepted only if that fingerprint was compared', async () => {
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

  test('a different certificate in its place is refused before anything is sent', async () => {
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

  test('an expired certificate of an unknown authority is also accepted if it was compared', async () => {
    const secure = await behindTls(service.directUrl, ofUnknownAuthority)
    closing.push(secure.close)
    const { check } = await checkService(entry({ url: secure.url }))
    if (check.kind !== 'untrusted') throw new Error(`it was ${check.kind}`)
    const { fingerprint } = check.certificate
    expect(await kindOf({ url: secure.url, fingerprint })).toBe('fits')
  })

  test('a connection without a certificate does not count as the compared one', async () => {
    const { fingerprint256 } = new X509Certificate(selfSigned.cert)
    expect(await kindOf({ fingerprint: fingerprint256 })).toBe('unreachable')
  })

  test('an answer without a body, or with an invalid status, never ends the program', async () => {
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

describe('choosing a service', () => {
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

  test('the chosen service is stored with its key encrypted, and used from the next start on', async () => {
    const { choice, path } = await openChoice({ keychain })
    expect(await choice.connect({ ...entry(), real_money: false })).toMatchObject({ value: { kind: 'fits' } })
    expect(choice.place()).toMatchObject({ by: 'training', after_restart: 'settings' })
    const stored = storedAt(path)
    expect(JSON.stringify(stored)).not.toContain(service.privateKey)
    expect(openKey(stored, keychain)).toBe(service.privateKey)
    await choice.train()
    expect(readStoredService(path)).toBeNull()
  })

  test('a service that differs from what the person was shown is not accepted', async () => {
    const { choice, path } = await openChoice({ keychain })
    const answer = await choice.connect({ ...entry(), real_money: true })
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_now' } })
    expect(readStoredService(path)).toBeNull()
  })

  test('a computer without secure storage keeps no key, and uses a typed one until the app ends', async () => {
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

  test('without a file the app is in training; a damaged file means neither training nor a failed start', async () => {
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

  test('a file that was changed to name another service does not unlock the key', async () => {
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

  test('a key that the system has lost is typed once, and stored again', async () => {
    const first = await openChoice({ keychain })
    await first.choice.connect({ ...entry(), real_money: false })
    const lost: StoredService = { ...storedAt(first.path), sealed_key: 'bm8=' }
    expect(openKey(lost, keychain)).toBeNull()
    const { choice, path } = await openChoice({ keychain, stored: lost, keys: [] })
    expect(await choice.unlock(service.privateKey)).toMatchObject({ value: { kind: 'fits' } })
    expect(openKey(storedAt(path), keychain)).toBe(service.privateKey)
  })

  test('an account that would be a path to another file is refused without a request', async () => {
    const { choice } = await openChoice({ keychain })
    expect(await choice.check(entry({ account_id: '../../x' }))).toMatchObject({
      value: { kind: 'account_unknown' },
    })
  })
})
