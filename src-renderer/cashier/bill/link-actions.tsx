import { IconUserPlus, IconUserShield } from '@tabler/icons-react'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import { openDialog } from '../../stores/dialog-store.ts'

/** Actions while a bill's payment link is open. Neither claims that the link was paid, or that it was not. */
export function LinkActions({ bill: { link } }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const withdrawing = useRunning('bill.withdraw_link')
  const leaving = useRunning('bill.put_aside')
  return (
    <>
      {link !== null && link.awaits_bank !== null ? (
        <ActionButton
          kind="quiet"
          icon={<IconUserShield size={26} aria-hidden />}
          label={t('bill.giveUpLink')}
          onPress={() => openDialog('give_up_link')}
        />
      ) : (
        <ActionButton
          kind="quiet"
          label={t('bill.cancelLink')}
          disabled={withdrawing || link === null || link.withdrawing}
          onPress={() => send('bill.withdraw_link', undefined)}
        />
      )}
      <ActionButton
        kind="primary"
        icon={<IconUserPlus size={26} aria-hidden />}
        label={t('bill.putAside')}
        disabled={leaving}
        onPress={() => send('bill.put_aside', undefined)}
      />
    </>
  )
}
