import { IconDatabaseImport, IconUserShield } from '@tabler/icons-react'
import { balanceOf, isBegun, isWaiting, paidOf } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../components/amount.tsx'
import { Dock, Stage, Words } from '../../components/stage.tsx'
import { useLinkText } from '../../i18n/use-link-text.ts'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRest } from '../../keyboard/use-rest.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import { openDialog } from '../../stores/dialog-store.ts'
import { LinkActions } from './link-actions.tsx'
import { TenderList } from './tender-list.tsx'

/**
 * The counter that made the backup may have continued this bill since. The cashier reads the service's records and decides.
 */
export function RestoredScreen({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const money = useMoney()
  const keeping = useRunning('bill.keep_restored')
  const resting = useRest()
  const linkText = useLinkText()
  const { restored, link } = bill
  const waits = isWaiting(bill)
  const used = waits && link?.awaits_bank !== null
  const waitWords = used ? 'bill.usedLink' : waits ? 'bill.restored.link' : 'bill.restored.looking'
  if (restored === undefined) return null
  const { seen, given_back, paid_elsewhere } = restored
  const elsewhere =
    paid_elsewhere === null
      ? t('bill.restored.unknown')
      : paid_elsewhere === 0
        ? t('bill.restored.nothing')
        : t('bill.restored.elsewhere', { amount: money(paid_elsewhere) })
  return (
    <>
      <Stage
        tone="wait"
        title={t('bill.restored.title')}
        icon={<IconDatabaseImport size={72} stroke={1.5} aria-hidden />}
      >
        {isBegun(bill) ? (
          <Words strong>
            {t('bill.partPaidText', {
              paid: money(paidOf(bill)),
              total: money(bill.total),
              balance: money(balanceOf(bill)),
            })}
          </Words>
        ) : (
          <Amount text={money(bill.total)} />
        )}
        {waits && link !== null && <Words strong>{linkText(link)}</Words>}
        {!seen && <Words strong={!waits}>{t(waitWords)}</Words>}
        {seen && given_back > 0 && (
          <Words strong>{t('bill.restored.givenBack', { amount: money(given_back) })}</Words>
        )}
        {seen && <Words strong>{elsewhere}</Words>}
        <Words>{t('bill.restored.text')}</Words>
        {isBegun(bill) && <Words>{t('bill.restored.counts')}</Words>}
      </Stage>
      <Dock {...(isBegun(bill) && { above: <TenderList bill={bill} /> })}>
        {waits && <LinkActions bill={bill} />}
        {isBegun(bill) && !waits && (
          <ActionButton
            kind="quiet"
            icon={<IconUserShield size={26} aria-hidden />}
            label={t('bill.leave')}
            onPress={() => openDialog('leave_bill')}
          />
        )}
        {/* No keyboard shortcut: the cashier must have read the screen. */}
        {!waits && (
          <ActionButton
            kind="primary"
            label={t('bill.restored.keep')}
            disabled={!seen || keeping || resting}
            onPress={() => send('bill.keep_restored', undefined)}
          />
        )}
      </Dock>
    </>
  )
}
