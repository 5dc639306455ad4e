import { IconNotes } from '@tabler/icons-react'
import type { Cents } from '../../src-shared/money.ts'
import { QuietButton } from '../components/quiet-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import type { OrderToPay } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { putOnTab } from './tab-store.ts'

interface TabButtonProps {
  /** Amount due, in cents. */
  readonly amount: Cents
  /** The order with this amount; null if the amount was typed. */
  readonly order: OrderToPay | null
}

/** For shops whose customers pay when they leave. */
export function TabButton({ amount, order }: TabButtonProps) {
  const { t } = useTranslation()
  const offered = useSnapshot(({ settings }) => settings.tabs) && amount > 0
  const put = () => putOnTab(order)
  useKeys({ f11: offered ? put : undefined })
  return (
    offered && (
      <QuietButton
        icon={<IconNotes size={22} aria-hidden />}
        label={t('ready.tab')}
        keepFocus={false}
        onPress={put}
      />
    )
  )
}
