import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { currencyOf, refuseCurrency } from '../../../../src-service/accounts/currency.ts'
import { seedTrainingMerchant } from '../../../../src-service/accounts/training.ts'
import { readCommand } from '../../../../src-service/config/config.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'

describe('the currency of an account', () => {
  test('an account from before boarding had currencies is in US dollars', () => {
    expect(currencyOf({})).toBe('USD')
    expect(currencyOf(null)).toBe('USD')
    expect(currencyOf({ currency: 'CAD' })).toBe('CAD')
  })

  test('a request without a currency, or with the same one, is accepted; another is refused, naming its field', () => {
    expect(refuseCurrency('CAD', undefined)).toBeNull()
    expect(refuseCurrency('CAD', 'CAD')).toBeNull()
    expect(refuseCurrency('USD', 'CAD', 'payment_intent.currency')).toMatchObject({
      code: 'parameter_invalid',
      param: 'payment_intent.currency',
      message: expect.stringContaining("the account's currency is USD"),
    })
  })
})

describe('--currency', () => {
  const currencyIn = (...args: readonly string[]) => {
    const command = readCommand(args, {})
    if (!command.ok) return command.error
    return command.value.name === 'serve' ? command.value.config.currency : null
  }

  test('the option sets the currency of the sandbox', () => {
    expect(currencyIn('--sandbox', '--currency', 'CAD')).toBe('CAD')
    expect(currencyIn('--sandbox')).toBeUndefined()
    expect(currencyIn('--sandbox', '--currency', 'EUR')).toMatch(
      /--currency must be one of USD, CAD, not EUR/,
    )
    expect(currencyIn('--play-money', '--currency', 'CAD')).toMatch(/add --sandbox/)
  })

  test('the training merchant keeps its first currency, and another one is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countertop-currency-'))
    const store = openSqliteStore(join(folder, 'service.db'))
    onTestFinished(async () => {
      await store.close()
      await rm(folder, { recursive: true })
    })
    const newId = createIdSource(() => 1)
    const first = await seedTrainingMerchant(store, newId, 1, 'CAD')
    expect(first.currency).toBe('CAD')
    expect(await seedTrainingMerchant(store, newId, 2)).toEqual(first)
    expect(await seedTrainingMerchant(store, newId, 2, 'CAD')).toEqual(first)
    await expect(seedTrainingMerchant(store, newId, 3, 'USD')).rejects.toThrow(/in CAD, not in USD/)
  })
})
