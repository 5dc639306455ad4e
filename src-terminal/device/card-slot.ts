import type { TestCard } from '../cards/test-cards.ts'

/** The slot of the chip reader. */
export interface CardSlot {
  card(): TestCard | null
  /** The card has been read or its sale is over: it must be removed before anything else starts. */
  mustBeTaken(): boolean
  /** @returns false if a card is already inserted. */
  insert(card: TestCard): boolean
  markUsed(): void
  /** @returns the removed card's state; null if the slot was empty. */
  take(): { readonly used: boolean } | null
}

export function createCardSlot(): CardSlot {
  let inside: { readonly card: TestCard; readonly used: boolean } | null = null
  return {
    card: () => inside?.card ?? null,
    mustBeTaken: () => inside?.used ?? false,
    insert(card) {
      if (inside !== null) return false
      inside = { card, used: false }
      return true
    },
    markUsed() {
      if (inside !== null) inside = { ...inside, used: true }
    },
    take() {
      const taken = inside
      inside = null
      return taken
    },
  }
}
