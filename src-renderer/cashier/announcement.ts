import type { TFunction } from 'i18next'
import type { Cents } from '../../src-shared/money.ts'
import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { cardName } from './card-name.ts'
import { decidingBecause, decidingWords } from './deciding-words.ts'
import { declineReason } from './decline-words.ts'
import { stepWords } from './journey.ts'

/** Text that a screen reader announces when the sale changes: the heading first, then the most important fact. */
export function announcement(
  { sale, bill }: Pick<Snapshot, 'sale' | 'bill'>,
  t: TFunction,
  money: (amount: Cents) => string,
): string {
  switch (sale.kind) {
    case 'ready':
      return t('ready.state')
    case 'creating':
      return t('running.creating')
    case 'choosing_tip':
      return sale.cancelling ? t('running.cancellingTitle') : t('running.tip')
    case 'adding_tip':
      return sale.cancelling ? t('running.cancellingTitle') : t('running.addingTip')
    case 'reading_card':
      return sale.cancelling ? t('running.cancellingTitle') : t(stepWords(sale))
    case 'confirming':
      return sale.cancelling
        ? t('running.cancellingTitle')
        : t(sale.sale.token?.saved ? 'running.savedCard' : 'running.confirming')
    case 'adding_surcharge':
      return sale.cancelling ? t('running.cancellingTitle') : t('running.addingSurcharge')
    case 'authorizing':
      if (sale.payment !== null) return `${t('awaitingSignature.title')}. ${money(sale.payment.amount)}`
      return sale.cancelling ? t('running.cancellingTitle') : t(stepWords(sale))
    case 'checking':
      return `${t('checking.title')}. ${t('checking.question')}. ${t('checking.stop')}`
    case 'declined':
      return `${t('declined.title')}. ${t(`decline.${declineReason(sale.decline.category)}.why`)} ${t('declined.notCharged')}`
    case 'deciding':
      return `${t(`deciding.${decidingWords[decidingBecause(sale, bill)]}.title`)}. ${money(sale.payment.amount)}`
    case 'voiding':
      return t('voiding.title')
    case 'capturing':
      return t('capturing.title')
    case 'signing':
      return `${t('signing.title')}. ${money(sale.payment.amount)}`
    case 'approved':
      if (sale.sale.tab?.stage === 'opening') {
        return `${t('approved.tabOpen')}. ${t('approved.tabOpenText', { amount: money(sale.payment.amount) })}`
      }
      return `${t('approved.title')}. ${money(sale.payment.amount)}. ${cardName(sale.payment.brand, sale.payment.last_four)}`
    case 'stopped':
      if (sale.released === true) return `${t('stopped.released.title')}. ${t('stopped.released.money')}`
      return `${t(`stopped.reason.${sale.reason}.title`)}. ${t(`stopped.moneyDetail.${sale.money}`, { amount: money(sale.returned ?? chargedOf(sale.sale)) })}`
  }
}
