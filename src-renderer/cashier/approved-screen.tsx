import { IconCircleCheckFilled, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { chargedOf, leftOfBill } from '../../src-shared/pos/sale/charged.ts'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { late } from '../components/late.tsx'
import { Notice } from '../components/notice.tsx'
import { ReceiptPaper } from '../components/receipt-paper.tsx'
import { Dock, Stage, Words } from '../components/stage.tsx'
import { speakOfCustomers, speakSales } from '../i18n/i18n.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useRest } from '../keyboard/use-rest.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { wasJustWithdrawn } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { AfterSale } from './after-sale.tsx'
import { LateBillPaper } from './bill/paid-screen.tsx'
import { TenderList } from './bill/tender-list.tsx'
import { cardName } from './card-name.ts'
import { NewSaleButton } from './new-sale-button.tsx'
import { PrintCards } from './print-cards.tsx'
import { PrintHereButton } from './print-here-button.tsx'

/** Loaded late: most sales have no customer. */
const CustomerReceipt = late(async () => {
  const [{ CustomerReceipt: choice }] = await Promise.all([
    import('../customers/customer-receipt.tsx'),
    speakOfCustomers(),
    speakSales(),
  ])
  return { default: choice }
})

export function ApprovedScreen({ state }: { readonly state: SaleIn<'approved'> }) {
  return state.sale.tab?.stage === 'opening' ? (
    <TabOpenScreen state={state} />
  ) : (
    <PaidByCardScreen state={state} />
  )
}

/**
 * The approval may come while the cashier cancels: that key must not leave it unseen, as if the payment was cancelled. If
 * the approval has closed the question whether to cancel, Enter was meant for its answer.
 */
function NewSaleAfterApproval() {
  const isNew = useRest()
  const [wasAsked] = useState(wasJustWithdrawn)
  return <NewSaleButton resting={isNew ? (wasAsked ? 'all' : 'escape') : 'none'} />
}

/** The amount is held on the card; no payment was taken. */
function TabOpenScreen({ state: { sale, payment } }: { readonly state: SaleIn<'approved'> }) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    <>
      <Stage tone="good" title={t('approved.tabOpen')} icon={<IconCircleCheckFilled size={88} aria-hidden />}>
        <Words strong>{sale.tab?.name}</Words>
        <Words>{t('approved.tabOpenText', { amount: money(payment.amount) })}</Words>
        <Words strong>{cardName(payment.brand, payment.last_four)}</Words>
      </Stage>
      <Dock unasked>
        <NewSaleAfterApproval />
      </Dock>
    </>
  )
}

function PaidByCardScreen({ state }: { readonly state: SaleIn<'approved'> }) {
  const { t } = useTranslation()
  const bill = useSnapshot((snapshot) => snapshot.bill)
  const customer = useSnapshot((snapshot) => snapshot.customer)
  const ready = useSnapshot(({ printing }) => printing.ready)
  // With several tenders, the last one paid the remaining balance.
  const split = bill !== null && bill.tenders.length > 1 ? bill : null
  const money = useMoney()
  const { sale, payment, receipt, signature, print } = state
  const remaining = leftOfBill(sale, payment)
  const whole = payment.amount >= chargedOf(sale)
  return (
    <>
      <Stage
        tone="good"
        title={t(split === null ? 'approved.title' : 'bill.paid')}
        icon={<IconCircleCheckFilled size={88} aria-hidden />}
      >
        <Amount text={money(split?.total ?? payment.amount)} />
        {sale.tip > 0 && whole && (
          <Words strong>{t('approved.tipIncluded', { amount: money(sale.tip) })}</Words>
        )}
        {sale.surcharge > 0 && whole && (
          <Words strong>{t('approved.surchargeIncluded', { amount: money(sale.surcharge) })}</Words>
        )}
        {sale.no_surcharge !== null && <Words>{t(`noSurcharge.${sale.no_surcharge}`)}</Words>}
        {split === null && <Words strong>{cardName(payment.brand, payment.last_four)}</Words>}
        {split !== null && <TenderList bill={split} />}
        {remaining > 0 && (
          <Notice tone="wait" title={t('approved.remaining', { amount: money(remaining) })} />
        )}
        {sale.note !== '' && <Words>{t('facts.noteOf', { note: sale.note })}</Words>}
        {customer !== null && <CustomerReceipt customer={customer} number={split?.number ?? null} />}
        {bill !== null && <AfterSale bill={bill} mailsAbove={(customer?.email ?? '') !== ''} />}
        {print === 'printed' && <Words>{t('approved.printed')}</Words>}
        {print === 'failed' && <Notice tone="wait" title={t('approved.printFailed')} />}
      </Stage>
      <Dock
        unasked
        above={
          split === null ? (
            <ReceiptPaper
              lines={receipt}
              label={t('approved.receipt')}
              signature={signature}
              signatureLabel={t('approved.signature')}
            />
          ) : (
            <LateBillPaper bill={split} />
          )
        }
      >
        {ready && bill !== null ? (
          <PrintHereButton number={bill.number} />
        ) : split === null ? (
          <PrintButton print={print} />
        ) : (
          <PrintCards bill={split} />
        )}
        <NewSaleAfterApproval />
      </Dock>
    </>
  )
}

function PrintButton({ print }: { readonly print: SaleIn<'approved'>['print'] }) {
  const { t } = useTranslation()
  const asking = useRunning('sale.print')
  const printing = asking || print === 'printing'
  const again = print === 'printed' || print === 'failed'
  return (
    <ActionButton
      icon={<IconPrinter size={26} aria-hidden />}
      label={t(printing ? 'approved.printing' : again ? 'approved.printAgain' : 'approved.print')}
      disabled={printing}
      onPress={() => send('sale.print', undefined)}
    />
  )
}
