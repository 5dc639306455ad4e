import { ok } from '../../src-shared/result.ts'
import type { SandboxFacts } from '../accounts/boot-keys.ts'
import { currencyOf } from '../accounts/currency.ts'
import { runDecision } from '../commit.ts'
import { decideCreateIntent } from '../intents/decide-create-intent.ts'
import { loadIntent } from '../intents/load.ts'
import { randomText } from '../secrets/random.ts'
import type { Services } from '../services.ts'

/** What a page needs to collect details. In production the merchant's server passes it to its page. */
export interface SdkExample {
  readonly api_key: string
  readonly client_secret: string
}

/**
 * Returns an intent of the training merchant for /docs/sdk. All visitors share one that is never paid, so that repeated
 * requests of strangers add no rows. With it and the public key a stranger can have card details collected, as with the
 * secret of any intent (their number for one intent is limited), but neither pay nor read anything.
 */
export function createSdkExample(
  services: Services,
  { account_id, public_key }: SandboxFacts,
): () => Promise<SdkExample> {
  let current: string | null = null
  const isOpen = async (id: string) => {
    const found = await loadIntent(services.store, account_id, id)
    return found.ok && found.value.document.status === 'created' ? found.value.document.client_secret : null
  }
  const find = async (): Promise<SdkExample> => {
    const known = current === null ? null : await isOpen(current)
    if (known !== null) return { api_key: public_key, client_secret: known }
    const account = await services.accounts.account(account_id)
    const made = await runDecision(services, {
      load: async () =>
        ok({
          accountId: account_id,
          businessId: account?.document.business_id ?? null,
          partnerId: account?.document.partner_id ?? null,
          currency: currencyOf(account?.document),
          customer: { linked: true } as const,
          secret: randomText(18),
        }),
      decide: (state, context) =>
        decideCreateIntent(
          state,
          {
            amount: 1850,
            description: 'The example of /docs/sdk',
            payment_method_types: ['card', 'bank', 'ca_bank'],
          },
          context,
        ),
    })
    if (!made.ok) throw new Error(`the example's intent was refused: ${made.error.message}`)
    current = made.value.id
    return { api_key: public_key, client_secret: made.value.client_secret ?? '' }
  }
  let finding: Promise<SdkExample> | null = null
  return () => {
    // Shared by those who ask at the same time: otherwise each of them would get an intent of their own.
    finding ??= find().finally(() => {
      finding = null
    })
    return finding
  }
}
