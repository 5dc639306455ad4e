import {
  IconCashRegister,
  IconChevronDown,
  IconClock,
  IconCoins,
  IconCreditCard,
  IconForms,
  IconInfoCircle,
  IconKeyboard,
  IconMessage,
  IconNumbers,
  IconPrinter,
  IconSignature,
  IconThumbUp,
  IconWaveSawTool,
} from '@tabler/icons-react'
import type { TerminalListItem, TryableOperation } from '../../src-shared/pos/terminals/installer.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { OperationPanel } from './operation-panel.tsx'
import style from './operations.module.css'
import ground from './terminals.module.css'
import { chooseOperation, useTerminalsStore } from './terminals-store.ts'

const icons = {
  ping: IconWaveSawTool,
  get_pan_pad_version: IconInfoCircle,
  date_time: IconClock,
  display: IconMessage,
  read_confirmation: IconThumbUp,
  read_input: IconForms,
  tip: IconCoins,
  read_signature: IconSignature,
  read_card: IconCreditCard,
  read_manual: IconNumbers,
  auth_card: IconCashRegister,
  auth_manual: IconKeyboard,
  print_receipt: IconPrinter,
} as const satisfies Readonly<Record<TryableOperation, typeof IconClock>>

/** In the order in which an installer tests them. */
const operations = Object.keys(icons) as readonly TryableOperation[]

/** A button for each operation; its form and result open below it. */
export function Operations({ terminal }: { readonly terminal: TerminalListItem }) {
  const { t } = useTranslation('staff')
  const chosen = useTerminalsStore((state) => state.operation)
  const busy = useTerminalsStore((state) => state.diagnostic?.running === true)
  return (
    <section className={ground.section}>
      <h2 className={ground.heading}>{t('operations.title')}</h2>
      <ul className={style.list}>
        {operations.map((operation) => {
          const open = chosen === operation
          const Icon = icons[operation]
          return (
            <li key={operation}>
              <button
                type="button"
                className={style.operation}
                aria-expanded={open}
                disabled={busy && !open}
                onClick={() => chooseOperation(open && !busy ? null : operation)}
              >
                <Icon size={26} aria-hidden />
                <span>{t(`operation.${operation}.name`)}</span>
                <IconChevronDown size={24} className={open ? style.turned : ''} aria-hidden />
              </button>
              {open && <OperationPanel terminal={terminal} operation={operation} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
