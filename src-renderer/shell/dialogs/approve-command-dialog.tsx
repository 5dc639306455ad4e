import { askMain } from '../../bridge.ts'
import { ApprovalDialog } from '../../components/approval-dialog.tsx'
import { NothingToAsk } from '../../components/dialog.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Unapproved, useApprovalStore } from '../../stores/approval-store.ts'
import { closeDialog } from '../../stores/dialog-store.ts'

/** A manager approves the cashier's last command. */
export function ApproveCommandDialog() {
  const { t } = useTranslation()
  const asked = useApprovalStore((state) => state.asked)
  if (asked === null) return <NothingToAsk />
  return <ApprovalDialog text={t(`approval.${wordsOf(asked)}`)} approve={(pin) => ask(asked, pin)} />
}

function wordsOf(asked: Unapproved): 'keep' | 'void' | 'undo' | 'record' | 'block' | 'unblock' {
  if (asked.name === 'bill.undo') return 'undo'
  if (asked.name === 'gift_cards.block') return asked.payload.blocked ? 'block' : 'unblock'
  return asked.name === 'parked.record' ? 'record' : asked.payload.choice
}

/** @returns why main refused; null if it accepted. */
async function ask(asked: Unapproved, pin: string) {
  const result =
    asked.name === 'bill.undo'
      ? await askMain('bill.undo', { pin })
      : asked.name === 'sale.decide'
        ? await askMain('sale.decide', { ...asked.payload, pin })
        : asked.name === 'parked.decide'
          ? await askMain('parked.decide', { ...asked.payload, pin })
          : asked.name === 'parked.record'
            ? await askMain('parked.record', { ...asked.payload, pin })
            : await askMain('gift_cards.block', { ...asked.payload, pin })
  if (!result.ok) return result.error.code
  closeDialog()
  return null
}
