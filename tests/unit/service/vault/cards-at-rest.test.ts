import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { insufficientFunds, silentCard, visa } from '../authorize/cards.ts'
import { mustOf, openPaymentsHarness } from '../intents/payments-harness.ts'

/** Returns all bytes that the service and its processor have stored on the disk. */
const bytesIn = (directory: string): string =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

describe('card data at rest', () => {
  test('card data at rest is not readable in any file', async () => {
    const harness = await openPaymentsHarness()
    const secrets = { cvv: '739', pin: '864209753', postal_code: '62701', name: 'ANA TORRES' }
    const numbers = [visa.number, insufficientFunds.number, silentCard.number]
    for (const number of numbers) {
      const { id } = await harness.intent()
      const { payment } = mustOf(await harness.pay(id, { ...secrets, number }))
      expect(JSON.stringify(payment)).not.toContain(number)
    }
    await harness.services.store.close()
    const bytes = bytesIn(harness.directory)
    // Proves that the search works: the permitted card data is in the files.
    expect(bytes).toContain('"last_four_digits":"9995"')
    expect(bytes).toContain('"ciphertext"')
    for (const number of numbers) {
      expect(bytes).not.toContain(number)
      expect(bytes).not.toContain(Buffer.from(number).toString('base64').slice(0, 16))
      expect(bytes).not.toContain(Buffer.from(number).toString('hex'))
      // The middle digits must not be there either, in case the number was split.
      expect(bytes).not.toContain(number.slice(3, -3))
    }
    expect(bytes).not.toContain(secrets.pin)
    expect(bytes).not.toContain('"cvv":"739"')
  })

  test('card data at rest from a token is encrypted, including a bank account and a waiting security code', async () => {
    const harness = await openPaymentsHarness()
    const intent = await harness.intent({ payment_method_types: ['card', 'bank'] })
    const account_number = '4837261950482'
    const bank = {
      account_number,
      routing_number: '110000000',
      account_type: 'checking',
      account_holder: 'Ana Torres',
    }
    const method = await harness.token(intent, {}, { payment_method_type: 'bank', card: undefined, bank })
    mustOf(await harness.payBy(intent.id, { payment_method_id: method.id }))
    const code = await harness.token(await harness.intent(), { number: '378282246310005', cvv: '7391' })
    const waiting = await harness.services.store.get<object>(
      'security_code',
      harness.caller.accountId,
      code.id,
    )
    expect(Object.keys(waiting?.document ?? {}).sort()).toEqual(['ciphertext', 'iv', 'key_id'])
    await harness.services.store.close()
    const bytes = bytesIn(harness.directory)
    expect(bytes).toContain('"last_four_digits":"0482"')
    for (const secret of [account_number, '378282246310005', visa.number]) {
      expect(bytes).not.toContain(secret)
      expect(bytes).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16))
      expect(bytes).not.toContain(secret.slice(0, -4))
    }
    expect(bytes).not.toContain('"cvv":"7391"')
    expect(bytes).not.toContain('"7391"')
  })

  test('card data at rest can be decrypted with the key', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const { payment } = mustOf(await harness.pay(id, { cvv: '739' }))
    const methodId = payment.payment_method_id ?? ''
    const entry = await harness.services.store.get<Parameters<typeof harness.services.vault.open>[1]>(
      'vault_entry',
      harness.caller.accountId,
      methodId,
    )
    if (entry === null) throw new Error('the card was not vaulted')
    const { number, exp_month, exp_year } = visa
    expect(harness.services.vault.open(methodId, entry.document)).toEqual({
      kind: 'card',
      card: { number, exp_month, exp_year },
    })
  })
})
