import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type {
  CreateGiftCardBody,
  GiftCardEntryKind,
  GiftCardMovement,
  MoveGiftCardBody,
  ReverseGiftCardBody,
} from '../../src-shared/api/schemas/gift-card.ts'
import type { Currency } from '../../src-shared/currency.ts'
import { maximumAmount } from '../../src-shared/money.ts'
import { lastFourOf } from '../../src-shared/payments/gift-card-code.ts'
import { err, ok } from '../../src-shared/result.ts'
import { refuseCurrency } from '../accounts/currency.ts'
import { changed, firstRow, insertOf, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { cardView, entryView, type GiftCardDocument, type GiftCardEntryDocument } from './documents.ts'
import type { MovementState } from './load-card.ts'

/** The account that moves money of a card. The rows belong to the tenant; the entry names the account. */
export interface Mover {
  readonly tenantId: string
  readonly accountId: string
  /** The currency of the account, in which gift cards are sold and used. */
  readonly currency: Currency
}

interface Issuing {
  readonly businessId: string
  readonly codeHash: string
  /** The card that already has this code. */
  readonly existing: Row<GiftCardDocument> | null
  /** The entry that already has the reference. */
  readonly entry: GiftCardEntryDocument | null
  /** The entry that took that entry back. */
  readonly reversal: GiftCardEntryDocument | null
}

export function decideIssue(
  { businessId, codeHash, existing, entry, reversal }: Issuing,
  mover: Mover,
  body: CreateGiftCardBody,
  context: DecisionContext,
): DecisionResult<GiftCardMovement> {
  if (entry !== null) {
    if (reversal !== null) return err(takenBack(entry))
    // The request names the card by its code: the code of another card makes it another request.
    const same = existing?.id === entry.gift_card_id && isSame(entry, 'issue', body.amount)
    return same && existing !== null ? repeated(existing, entry) : err(referenceTaken(entry))
  }
  // Checked first: otherwise a request that makes no card would reveal which codes exist.
  const foreign = refuseCurrency(mover.currency, body.currency)
  if (foreign !== null) return err(foreign)
  if (existing !== null) {
    return refuse('state_conflict', 'Another gift card already has this code. Generate another code.', {
      param: 'code',
    })
  }
  const created_at = isoTime(context.now)
  const card: GiftCardDocument = {
    id: context.newId('gift_card'),
    entity: 'gift_card',
    business_id: businessId,
    kind: body.kind,
    last_four: lastFourOf(body.code),
    balance: body.amount,
    currency: body.currency,
    status: 'active',
    created_at,
    updated_at: created_at,
    code_hash: codeHash,
    entries: 1,
  }
  const first = entryOf({ ...card, balance: 0, entries: 0 }, mover, { ...body, kind: 'issue' }, context)
  return ok({
    writes: [
      insertOf('gift_card', firstRow(mover.tenantId, card.id, card, context.now)),
      insertOf('gift_card_entry', firstRow(mover.tenantId, first.id, first, context.now)),
    ],
    events: [],
    reply: { gift_card: cardView(card), entry: entryView(first) },
  })
}

/** Moves an amount. A repeated reference returns the entry that it made, unless that was taken back since. */
export function decideMove(
  { card, entry, reversal }: MovementState,
  mover: Mover,
  kind: 'load' | 'redeem',
  body: MoveGiftCardBody,
  context: DecisionContext,
): DecisionResult<GiftCardMovement> {
  const amount = kind === 'load' ? body.amount : -body.amount
  if (entry !== null) {
    if (reversal !== null || entry.kind === 'void') return err(takenBack(entry))
    const same = entry.gift_card_id === card.id && isSame(entry, kind, amount)
    return same ? repeated(card, entry) : err(referenceTaken(entry))
  }
  const { status, currency, balance } = card.document
  if (status === 'blocked') {
    return refuse('gift_card_blocked', `Gift card ${card.id} is blocked. Its balance was not changed.`)
  }
  if (currency !== body.currency) {
    return refuse(
      'parameter_invalid',
      `The currency of the gift card is ${currency}, not ${body.currency}.`,
      {
        param: 'currency',
      },
    )
  }
  const foreign = refuseCurrency(mover.currency, body.currency)
  if (foreign !== null) return err(foreign)
  if (balance + amount < 0) {
    return refuse(
      'gift_card_balance_too_low',
      `The balance of the gift card is ${balance} cents, less than ${body.amount} cents. Nothing was deducted.`,
      { param: 'amount' },
    )
  }
  if (balance + amount > maximumAmount) {
    return refuse(
      'amount_too_large',
      `The balance of the gift card would be more than ${maximumAmount} cents. Send a smaller amount.`,
      {
        param: 'amount',
      },
    )
  }
  return moved(card, mover, { ...body, kind, amount }, context)
}

/** Takes an entry back. An entry that does not exist yet is recorded as void, so that it is refused when it arrives. */
export function decideReverse(
  { card, entry, reversal }: MovementState,
  mover: Mover,
  { reference, description }: ReverseGiftCardBody,
  context: DecisionContext,
): DecisionResult<GiftCardMovement> {
  if (entry === null) {
    return moved(card, mover, { kind: 'void', amount: 0, reference, description }, context)
  }
  if (entry.gift_card_id !== card.id) return err(referenceTaken(entry))
  const earlier = entry.kind === 'void' ? entry : reversal
  if (earlier !== null) return repeated(card, earlier)
  if (entry.kind === 'give_back') {
    return refuse('state_conflict', `Entry ${entry.id} is itself a reversal and cannot be reversed.`, {
      param: 'reference',
    })
  }
  if (card.document.balance < entry.amount) {
    return refuse(
      'gift_card_balance_too_low',
      `Only ${card.document.balance} of the ${entry.amount} cents that were put on the gift card are left. Nothing was reversed.`,
      { param: 'reference' },
    )
  }
  const kind = entry.kind === 'redeem' ? 'give_back' : 'void'
  const asked = {
    kind,
    amount: -entry.amount,
    reference: reversedReference(entry),
    reverses: entry.id,
  } as const
  return moved(card, mover, { ...asked, description }, context)
}

/** A client's reference cannot contain a slash, so no request can have this one. */
const reversedReference = ({ id }: GiftCardEntryDocument): string => `reverses/${id}`

const isSame = (entry: GiftCardEntryDocument, kind: GiftCardEntryKind, amount: number): boolean =>
  entry.kind === kind && entry.amount === amount

interface Asked {
  readonly kind: GiftCardEntryKind
  readonly amount: number
  readonly reference: string
  readonly reverses?: string
  readonly description?: string | undefined
}

function moved(
  card: Row<GiftCardDocument>,
  mover: Mover,
  asked: Asked,
  context: DecisionContext,
): DecisionResult<GiftCardMovement> {
  const entry = entryOf(card.document, mover, asked, context)
  const next = changed(card, { balance: entry.balance, entries: entry.sequence }, context.now)
  return ok({
    writes: [
      updateOf('gift_card', next),
      insertOf('gift_card_entry', firstRow(mover.tenantId, entry.id, entry, context.now)),
    ],
    events: [],
    reply: { gift_card: cardView(next.document), entry: entryView(entry) },
  })
}

const entryOf = (
  { id, business_id, balance, entries }: GiftCardDocument,
  { accountId }: Mover,
  { kind, amount, reference, reverses = undefined, description }: Asked,
  { now, newId }: DecisionContext,
): GiftCardEntryDocument => ({
  id: newId('gift_card_entry'),
  entity: 'gift_card_entry',
  gift_card_id: id,
  account_id: accountId,
  kind,
  amount,
  balance: balance + amount,
  sequence: entries + 1,
  reference,
  reverses: reverses ?? null,
  description: description ?? null,
  created_at: isoTime(now),
  business_id,
  balance_before: balance,
})

const repeated = (
  card: Row<GiftCardDocument>,
  entry: GiftCardEntryDocument,
): DecisionResult<GiftCardMovement> =>
  ok({ writes: [], events: [], reply: { gift_card: cardView(card.document), entry: entryView(entry) } })

const referenceTaken = ({ id, kind }: GiftCardEntryDocument): ServiceError =>
  serviceError(
    'state_conflict',
    `The reference already belongs to another entry, ${id} (${kind}). Send a new reference.`,
    {
      param: 'reference',
    },
  )

const takenBack = ({ id }: GiftCardEntryDocument): ServiceError =>
  serviceError(
    'state_conflict',
    `Entry ${id} with this reference was reversed. The balance was not changed.`,
    {
      param: 'reference',
    },
  )
