import type { AuthorizeRequest } from '../processor.ts'
import { cardCheckOf } from '../sandbox/kept-sources.ts'

type Asked = Pick<
  AuthorizeRequest,
  'source' | 'channel' | 'stored_credential' | 'card_present' | 'entry_mode'
>

const atTheTerminal: ReadonlySet<AuthorizeRequest['channel']> = new Set(['terminal', 'typed'])

/**
 * Returns what is contradictory about an order; null for a plausible one. Card networks and gateways refuse such orders,
 * or fine them, because they decide who bears the loss of a fraud.
 */
export function contradictionIn(order: Asked): string | null {
  const { source, channel, stored_credential: stored, card_present, entry_mode } = order
  if (card_present !== atTheTerminal.has(channel)) {
    return card_present
      ? `a present card cannot be taken by ${channel}`
      : `a card that is not present cannot be taken at a ${channel}`
  }
  if (channel === 'typed' && entry_mode !== null && entry_mode !== 'keyed') return 'a read card is not typed'
  if (channel === 'terminal' && entry_mode === 'keyed') return 'a typed card is not read'
  if (stored === null) return channel === 'recurring' ? 'only a stored card is charged on a schedule' : null
  if (source.kind === 'bank' || ('rail' in source && source.rail !== 'card')) {
    return 'a bank account has no rules for stored cards'
  }
  const byMerchant = stored.initiator === 'merchant'
  if (byMerchant && card_present) return 'a merchant cannot charge a present card on its own'
  if (byMerchant && stored.first) return 'only the customer can agree that a card is stored'
  if (byMerchant && cardCheckOf(source)?.cvv !== undefined) return 'a merchant cannot have a security code'
  if (stored.scheduled && !byMerchant) return 'a customer does not pay on a schedule'
  if (stored.scheduled !== (channel === 'recurring')) return 'recurring and scheduled belong together'
  return null
}
