import { IconCircleCheckFilled, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { balanceDue } from '../../src-shared/payments/partial-approval.ts'
import type { SaleIn } from '../../src-shared/pos/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { Notice } from '../components/notice.tsx'
import { ReceiptPaper } from '../components/receipt-paper.tsx'
import { Dock, Stage, Words } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { pressAmountKey } from '../stores/entry-store.ts'
import { type AmountKey, digitKeys } from './amount-entry.ts'
import { cardName } from './card-name.ts'

export function ApprovedScreen({ state }: { readonly state: SaleIn<'approved'> }) {
  const { t } = useTranslation()
  const money = useMoney()
  const leaving = useRunning('sale.finish')
  const { sale, payment, receipt, signature, print } = state
  const remaining = balanceDue(sale.amount + sale.tip, payment.amount)
  const newSale = () => send('sale.finish', undefined)
  // The next customer's amount may be typed at once: nothing that is typed is lost.
  const beginWith = (digit: AmountKey) => {
    pressAmountKey(digit)
    if (!leaving) newSale()
  }
  const digits = Object.fromEntries(digitKeys.map((digit) => [digit, () => beginWith(digit)]))
  useKeys({ ...digits, enter: newSale, escape: newSale })
  return (
    <>
      <Stage tone="good" title={t('approved.title')} icon={<IconCircleCheckFilled size={88} aria-hidden />}>
        <Amount text={money(payment.amount)} />
        {sale.tip > 0 && remaining === 0 && (
          <Words strong>{t('approved.tipIncluded', { amount: money(sale.tip) })}</Words>
        )}
        <Words strong>{cardName(payment.brand, payment.last_four)}</Words>
        {remaining > 0 && (
          <Notice tone="wait" title={t('approved.remaining', { amount: money(remaining) })} />
        )}
        {sale.note !== '' && (
          <Words>
            {t('facts.note')}: {sale.note}
          </Words>
        )}
        {print === 'printed' && <Words>{t('approved.printed')}</Words>}
        {print === 'failed' && <Notice tone="wait" title={t('approved.printFailed')} />}
      </Stage>
      <Dock
        above={
          <ReceiptPaper
            lines={receipt}
            label={t('approved.receipt')}
            signature={signature}
            signatureLabel={t('approved.signature')}
          />
        }
      >
        <PrintButton print={print} />
        <ActionButton
          kind="primary"
          label={t('approved.newSale')}
          keyHint="Enter"
          disabled={leaving}
          onPress={newSale}
        />
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
