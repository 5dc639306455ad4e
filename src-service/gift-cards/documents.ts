import type { GiftCard, GiftCardEntry } from '../../src-shared/api/schemas/gift-card.ts'

/** A stored card. */
export interface GiftCardDocument extends GiftCard {
  /** Keyed with a secret of the service. */
  readonly code_hash: string
  /** Number of entries of the card. */
  readonly entries: number
}

export interface GiftCardEntryDocument extends GiftCardEntry {
  readonly business_id: string
  readonly balance_before: number
}

export const cardView = ({ code_hash: _hash, entries: _entries, ...card }: GiftCardDocument): GiftCard => card

export const entryView = ({
  business_id: _business,
  balance_before: _before,
  ...entry
}: GiftCardEntryDocument): GiftCardEntry => entry
