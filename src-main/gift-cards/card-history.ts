import type { GiftCard, GiftCardEntry } from '../../src-shared/api/schemas/gift-card.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import type { FoundGiftCard, GiftCardMove } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { err, ok } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'

/** The counter's own facts about a card's ledger: who was at the counter. */
export interface SalesOfCards {
  /** The bill of this number, if it was sold here. */
  readonly billOf: (number: string) => Promise<Bill | null>
  readonly nameOf: (personId: string) => string | null
}

/** Maximum number of entries read of a card. */
const shownEntries = 20
const shownCards = 20

export const foundCard = ({ id, last_four, balance, currency, status }: GiftCard): FoundGiftCard => ({
  card_id: id,
  last_four,
  balance,
  currency,
  status,
})

/** A card with its ledger, the newest entries first. */
export async function historyOf(
  client: ClientSource,
  sales: SalesOfCards,
  { card_id: id }: PosCommandPayload<'gift_cards.history'>,
): Promise<PosResult<'gift_cards.history'>> {
  const card = await callService(client, 'gift_cards.get', { params: { id } })
  if (!card.ok) return err(serviceRefusal(card.error))
  const query = { limit: shownEntries }
  const page = await callService(client, 'gift_cards.list_entries', { params: { id }, query })
  if (!page.ok) return err(serviceRefusal(page.error))
  const moves = await movesOf(page.value.data, sales)
  return ok({ card: foundCard(card.value), moves, more: page.value.meta.has_more })
}

/** Each bill is looked up only once: the book of sales may be long. */
async function movesOf(
  entries: readonly GiftCardEntry[],
  { billOf, nameOf }: SalesOfCards,
): Promise<readonly GiftCardMove[]> {
  const bills = new Map<string, Bill | null>()
  const moves: GiftCardMove[] = []
  for (const entry of entries) {
    const number = numberIn(entry)
    if (number !== null && !bills.has(number)) bills.set(number, await billOf(number))
    const bill = number === null ? null : (bills.get(number) ?? null)
    const person = bill === null ? null : personOf(entry, bill)
    const { id, created_at: at, kind, amount, balance } = entry
    moves.push({ id, at, kind, amount, balance, bill: number, person: person && nameOf(person) })
  }
  return moves
}

const numberIn = ({ description }: GiftCardEntry): string | null =>
  description !== null && /^[A-Z]{2}\d+$/.test(description) ? description : null

/** The person who took or sold the card. For money given back, the return names the person. */
function personOf({ kind, reference }: GiftCardEntry, { tenders, person_id }: Bill): string | null {
  if (kind === 'give_back' || kind === 'void') return null
  const tender = tenders.find((one) => one.kind === 'gift_card' && one.id === reference)
  return (tender?.kind === 'gift_card' ? tender.person_id : person_id) ?? null
}

/** Finds cards without their codes, such as lost ones. They cannot be spent this way. */
export async function findCards(
  client: ClientSource,
  { last_four }: PosCommandPayload<'gift_cards.find'>,
): Promise<PosResult<'gift_cards.find'>> {
  const listed = await callService(client, 'gift_cards.list', { query: { last_four, limit: shownCards } })
  return listed.ok
    ? ok({ cards: listed.value.data.map((card) => ({ ...foundCard(card), sold_at: card.created_at })) })
    : err(serviceRefusal(listed.error))
}

/** The audit names the card by its last characters: a card with others is not changed. */
export async function blockCard(
  client: ClientSource,
  { card_id, last_four, blocked }: PosCommandPayload<'gift_cards.block'>,
): Promise<PosResult<'gift_cards.block'>> {
  const card = await callService(client, 'gift_cards.get', { params: { id: card_id } })
  if (!card.ok) return err(serviceRefusal(card.error))
  if (card.value.last_four !== last_four) {
    return refuse('not_found', `no card ${card_id} with this code`)
  }
  const body = { status: blocked ? 'blocked' : 'active' } as const
  const changed = await callService(client, 'gift_cards.update', { params: { id: card_id }, body })
  return changed.ok ? ok(foundCard(changed.value)) : err(serviceRefusal(changed.error))
}
