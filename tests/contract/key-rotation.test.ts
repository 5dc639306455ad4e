import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resealEntries } from '../../src-service/vault/upkeep.ts'
import type { VaultEntry } from '../../src-service/vault/vault.ts'
import { createAsk } from './support/ask.ts'
import { card, createReceiptHarness } from './support/receipts.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const rotations = 4

test("rotating the vault's keys while cards are taken loses no sale, and re-encrypts all cards with the newest key", async () => {
  const harness = createReceiptHarness(createAsk(service))
  const file = join(service.dataDirectory, 'vault.key')
  const before = await harness.must('payment_intents.create', { amount: 1234 })
  const method = await harness.must('tokens.create', { client_secret: before.client_secret, ...card })

  let selling = true
  let sold = 0
  const counter = async () => {
    for (let sales = 0; selling || sales === 0; sales += 1) {
      const { latest_payment } = await harness.pay()
      expect(latest_payment.status).toBe('captured')
      sold += 1
    }
  }
  const counters = Promise.all([counter(), counter(), counter()])
  try {
    for (let rotation = 0; rotation < rotations; rotation += 1) {
      const soldBefore = sold
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n${readFileSync(file, 'utf8')}`)
      await service.services.vault.reloadKeys()
      await resealEntries(service.services, service.services.vault.sealingKeyId())
      await expect.poll(() => sold).toBeGreaterThan(soldBefore + 2)
    }
  } finally {
    selling = false
    await counters
  }

  const { vault } = service.services
  await expect.poll(() => resealEntries(service.services, vault.sealingKeyId())).toBe(true)
  const entries = await service.services.store.list<VaultEntry>('vault_entry', { limit: 500 })
  expect(new Set(entries.map(({ document }) => document.key_id))).toEqual(new Set([vault.sealingKeyId()]))
  const path = `/payment_intents/${before.id}/payments`
  const paid = await harness.must('payments.create', { payment_method_id: method.id }, path)
  expect(paid.latest_payment).toMatchObject({ status: 'captured' })
})
