import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { AccountUpdate } from '../../src-shared/api/schemas/account-update.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { passesLuhn } from '../../src-shared/payments/luhn.ts'
import { assertNever, err, ok, type Result } from '../../src-shared/result.ts'
import { cardSummary, notReusable } from '../authorize/card-brand.ts'
import { keepAtProcessor, keptAt } from '../authorize/keep-at-processor.ts'
import { spentMethod } from '../authorize/payable.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import { isExpired } from '../processor/card-rules.ts'
import type { Funding } from '../processor/decision.ts'
import type { HeldSource } from '../processor/payment-source.ts'
import type { Services } from '../services.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { withoutDefault } from './attach.ts'
import { type MethodState, methodChanged, noCard, resealWrites, unchanged } from './change-method.ts'
import { loadMethodState } from './load.ts'

/**
 * Applies an answer of a card network's account updater to a customer's card: the successor replaces the card in the
 * vault, the method is marked so that the merchant asks the cardholder, or the method is disabled. A repeat changes
 * nothing.
 */
export async function takeAccountUpdate(
  services: Services,
  caller: Caller,
  id: string,
  update: AccountUpdate,
): Promise<Result<PaymentMethod, ServiceError>> {
  return runDecision(services, {
    load: async () => {
      const state = await loadMethodState(services, caller, id)
      if (!state.ok) return state
      const refusal = refuseUpdate(state.value, update, services.clock.now())
      if (refusal !== null) return err(refusal)
      return ok({ ...state.value, successor: await successorOf(services, state.value, update) })
    },
    decide: (state, context) => decideAccountUpdate(state, update, context),
  })
}

/** The new card as sealed for the vault, and its public summary. */
interface Successor {
  readonly entry: VaultEntry
  readonly card: NonNullable<PaymentMethod['card']>
}

/** Returns null if the card does not change. */
async function successorOf(
  services: Services,
  { method, entry }: MethodState,
  update: AccountUpdate,
): Promise<Successor | null> {
  const { card, customer_id } = method.document
  if (entry === null || card === null) return null
  const stored = services.vault.openStored(method.id, entry.document)
  if (stored.source.kind !== 'card') return null
  const held = stored.source.card
  switch (update.outcome) {
    case 'contact_cardholder':
    case 'closed_account':
      return null
    case 'new_expiry': {
      const { exp_month, exp_year } = update
      if (exp_month === held.exp_month && exp_year === held.exp_year) return null
      const source: HeldSource = { kind: 'card', card: { ...held, exp_month, exp_year } }
      const sealed = services.vault.sealSource(method.id, source, stored.kept)
      return { entry: sealed, card: { ...card, exp_month, exp_year } }
    }
    case 'new_number': {
      const { number, exp_month, exp_year } = update
      const isSame = number === held.number && exp_month === held.exp_month && exp_year === held.exp_year
      if (isSame) return null
      const source: HeldSource = { kind: 'card', card: { ...held, number, exp_month, exp_year } }
      // The processor's reference of the old number stands for the old card, so the new card needs a new one.
      const owner = services.processor.capabilities.keeps === 'profiles' ? customer_id : null
      const kept = await keepAtProcessor(services, method.account_id, source, owner)
      const funding: Funding = kept?.funding ?? 'unknown'
      return {
        entry: services.vault.sealSource(method.id, source, keptAt(services.processor, kept)),
        card: { ...card, ...cardSummary(source.card, funding) },
      }
    }
    default:
      return assertNever(update)
  }
}

function decideAccountUpdate(
  state: MethodState & { readonly successor: Successor | null },
  update: AccountUpdate,
  { now }: DecisionContext,
): DecisionResult<PaymentMethod> {
  const { method, entry, customer, successor } = state
  const change = (what: Partial<PaymentMethod>) =>
    methodChanged(method, what, 'v2.payment_method.updated', now)
  switch (update.outcome) {
    case 'new_expiry':
    case 'new_number': {
      if (successor === null) return ok(unchanged(method))
      const card = { ...successor.card, reuse_eligible: true }
      const decided = change({ card, attention_required: null })
      return ok({ ...decided, writes: [...decided.writes, ...resealWrites(entry, successor.entry, now)] })
    }
    case 'contact_cardholder': {
      if (method.document.attention_required === 'contact_cardholder') return ok(unchanged(method))
      return ok(change({ attention_required: 'contact_cardholder' }))
    }
    case 'closed_account': {
      if (method.document.status === 'disabled') return ok(unchanged(method))
      const closed = change({
        status: 'disabled',
        attention_required: 'account_closed',
        card: notReusable(method.document),
      })
      const { account_id, id } = method
      const gone = [
        { op: 'delete', kind: 'vault_entry', account_id, id },
        { op: 'delete', kind: 'security_code', account_id, id },
      ] as const
      return ok(withoutDefault({ ...closed, writes: [...closed.writes, ...gone] }, customer, now))
    }
    default:
      return assertNever(update)
  }
}

/** The updater is asked only about stored cards of enrolled customers, unless it is disabled for the card. */
function refuseUpdate(
  { method, entry, customer }: MethodState,
  update: AccountUpdate,
  now: number,
): ServiceError | null {
  const { id, status, card } = method.document
  if (card === null) return noCard(id, 'id')
  if (status === 'disabled' && update.outcome === 'closed_account') return null
  if (status !== 'active') return spentMethod(id, status, 'id')
  if (card.account_updater_enabled === false) return notAsked(`it is disabled for payment method ${id}`)
  if (customer === null || entry === null)
    return notAsked(`payment method ${id} is not attached to a customer`)
  if (!customer.document.cau_enrolled)
    return notAsked(`customer ${customer.id} is not enrolled (cau_enrolled)`)
  if (update.outcome === 'new_number' && !passesLuhn(update.number)) {
    return serviceError(
      'parameter_invalid',
      'update.number is not a card number: its check digit is wrong.',
      {
        param: 'update.number',
      },
    )
  }
  const isDated = update.outcome === 'new_number' || update.outcome === 'new_expiry'
  if (!isDated || !isExpired(update, now)) return null
  return serviceError(
    'parameter_invalid',
    'update.exp_year and update.exp_month must not be in the past: an expired card cannot replace another card.',
    {
      param: 'update.exp_year',
    },
  )
}

const notAsked = (why: string): ServiceError =>
  serviceError('state_conflict', `The account updater does not cover this card: ${why}.`, { param: 'id' })
