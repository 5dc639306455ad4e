import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../../../src-web/i18n/words-of.ts'
import { loadTexts, type PortalKey } from '../../../../src-web/portal/context.ts'
import { declineText, knownDeclines } from '../../../../src-web/portal/decline-words.ts'
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
