import { describe, expect, test } from 'vitest'
import { createClock } from '../../../../src-service/time/clock.ts'
import { createWebhookPoster } from '../../../../src-service/webhooks/post-webhook.ts'
import { wordsOf } from '../../../../src-web/i18n/words-of.ts'
import { loadTexts, type PortalKey } from '../../../../src-web/portal/context.ts'
import { declineText, knownDeclines } from '../../../../src-web/portal/decline-words.ts'
import { deliveryFailure } from '../../../../src-web/portal/delivery-words.ts'
import { documentText } from '../../../../src-web/portal/document-words.ts'
import { feeText, knownFees } from '../../../../src-web/portal/fee-words.ts'

const wordsIn = async (language: 'en' | 'es' | 'fr') =>
  wordsOf<PortalKey>(language, await loadTexts(language))
const declined = (failure_code: string | null) => ({
  failure_code,
  failure_message: 'As the service says it.',
})

describe("the service's English texts", () => {
  test.each(['en', 'es', 'fr'] as const)(
    'have a translation into %s for each known decline and fee',
    async (language) => {
      const words = await wordsIn(language)
      for (const code of knownDeclines) expect(declineText(words, declined(code))).toMatch(/\.$/)
      for (const type of knownFees) expect(feeText(words, type)).not.toBe('')
    },
  )

  test("are shown in the reader's language", async () => {
    expect(feeText(await wordsIn('es'), 'PROCESSING')).toBe('Procesamiento')
    expect(declineText(await wordsIn('fr'), declined('expired_card'))).toBe('La carte est expirée.')
    expect(documentText(await wordsIn('fr'), 'BANK_STATEMENT')).toBe('Relevé bancaire')
  })

  test('are shown unchanged when there is no translation', async () => {
    const words = await wordsIn('es')
    expect(declineText(words, declined('of_another_gateway'))).toBe('As the service says it.')
    expect(declineText(words, declined(null))).toBe('As the service says it.')
    expect(feeText(words, 'PCI_NON_COMPLIANCE')).toBe('Pci non compliance')
    expect(documentText(words, 'PROOF_OF_ADDRESS')).toBe('Proof of address')
  })
})

describe('the reason why a webhook was not delivered', () => {
  const attempt = (error: string | null, status_code: number | null = null) => ({ error, status_code })

  test('is shown in the reader’s language, not as the service’s English sentence', async () => {
    const words = await wordsIn('fr')
    expect(deliveryFailure(words, attempt(null, 200))).toBeNull()
    expect(deliveryFailure(words, attempt('answered 500', 500))).toBe('réponse 500')
    expect(deliveryFailure(words, attempt('answered 302: redirects are not followed', 302))).toBe(
      'réponse 302\u00a0: les redirections ne sont pas suivies',
    )
  })

  test('keeps what the network reported, as a developer looks it up', async () => {
    const error = 'connect ECONNREFUSED 127.0.0.1:9'
    expect(deliveryFailure(await wordsIn('es'), attempt(error))).toBe(`sin respuesta (${error})`)
  })

  test('is known for each sentence of the service itself', async () => {
    const words = await wordsIn('es')
    const poster = createWebhookPoster({
      clock: createClock(),
      allowPrivate: false,
      resolve: async () => [{ address: '10.0.0.1', family: 4 }],
    })
    const reasonFor = async (url: string) => {
      const posted = await poster.post(url, { headers: {}, body: '{}' })
      return posted.outcome === 'no_answer' ? deliveryFailure(words, attempt(posted.error)) : null
    }
    expect(await reasonFor('http://shop.example/hooks')).toBe('la dirección no es https')
    expect(await reasonFor('https://shop.example/hooks')).toBe('no es accesible desde internet')
    expect(await reasonFor('https://10.0.0.1/hooks')).toBe('no es accesible desde internet')
    poster.stop()
  })
})
