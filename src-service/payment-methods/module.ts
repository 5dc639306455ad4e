import type { paymentMethodOperations } from '../../src-shared/api/operations/payment-methods.ts'
import type { UpdatePaymentMethodBody } from '../../src-shared/api/schemas/payment-method.ts'
import { ok } from '../../src-shared/result.ts'
import { accountOf } from '../accounts/account-of.ts'
import { keepAtProcessor, keptAt } from '../authorize/keep-at-processor.ts'
import { loadMethod } from '../authorize/payable.ts'
import { runDecision } from '../commit.ts'
import type { CustomerLink } from '../intents/customer-rules.ts'
import type { ServiceModule, Services } from '../services.ts'
import { startVaultUpkeep } from '../vault/upkeep.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { decideAttach, decideDetach } from './attach.ts'
import { decideDisableUpdater, decideUpdateMethod, expiryAfter, type MethodState } from './change-method.ts'
import { type CollectServices, createToken } from './create-token.ts'
import { loadMethodState } from './load.ts'
import { startPurgingCards } from './purge-cards.ts'
import { startPurgingCodes } from './purge-codes.ts'
import { tokenOptions } from './token-options.ts'

/** Section 4.2: payment methods, and the tokens of the browser SDK. */
export function paymentMethodsModule(
  services: CollectServices,
): ServiceModule<keyof typeof paymentMethodOperations> {
  let stops: readonly (() => Promise<void>)[] = []
  return {
    async start() {
      stops = [startPurgingCodes(services), startPurgingCards(services), startVaultUpkeep(services)]
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
    handlers: {
      'tokens.create': ({ caller, body }) => createToken(services, caller, body),
      'tokens.options': ({ caller, body }) => tokenOptions(services, caller, body.client_secret),

      'payment_methods.get': async ({ caller, params }) => {
        const accountId = await accountOf(services, caller, 'payment_method', params.id)
        const found = await loadMethod(services, accountId, params.id, 'id')
        return found.ok ? ok(found.value.method.document) : found
      },

      'payment_methods.update': ({ caller, params, body }) =>
        runDecision(services, {
          load: () => loadMethodState(services, caller, params.id),
          decide: (state, context) =>
            decideUpdateMethod(state, body, resealed(services, state, body), context),
        }),

      'payment_methods.attach': ({ caller, params, body: { customer_id }, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const state = await loadMethodState(services, caller, params.id, customer_id)
            return state.ok
              ? ok({ ...state.value, resealed: await withProfile(services, state.value) })
              : state
          },
          decide: (state, context) => decideAttach(state, customer_id, context),
          idempotency,
        }),

      'payment_methods.detach': ({ caller, params, idempotency }) =>
        runDecision(services, {
          load: () => loadMethodState(services, caller, params.id),
          decide: decideDetach,
          idempotency,
        }),

      'payment_methods.disable_account_updater': ({ caller, params, idempotency }) =>
        runDecision(services, {
          load: () => loadMethodState(services, caller, params.id),
          decide: decideDisableUpdater,
          idempotency,
        }),
    },
  }
}

/**
 * Returns the entry with the customer's profile at the processor; null if the processor keeps none or the method cannot
 * be attached. Requested before the method is attached, because an unused profile does no harm.
 */
async function withProfile(
  services: Services,
  { method, entry, customer, link }: MethodState & { readonly link: CustomerLink },
): Promise<VaultEntry | null> {
  const { customer_id, status } = method.document
  if (entry === null || customer === null || !link.linked || customer_id !== null || status !== 'active')
    return null
  const { source } = services.vault.openStored(method.id, entry.document)
  const kept = await keepAtProcessor(services, method.account_id, source, customer.id)
  return kept === null ? null : services.vault.sealSource(method.id, source, keptAt(services.processor, kept))
}

/** Returns the vault entry with the card's new expiry; null if there is none. */
function resealed(
  { vault }: Pick<Services, 'vault'>,
  { method, entry }: MethodState,
  body: UpdatePaymentMethodBody,
): VaultEntry | null {
  const expiry = expiryAfter(method.document, body)
  if (expiry === null || entry === null) return null
  const { source, kept } = vault.openStored(method.id, entry.document)
  if (source.kind === 'bank') return null
  return vault.sealSource(method.id, { kind: 'card', card: { ...source.card, ...expiry } }, kept)
}
