import {
  IconCpu,
  IconCreditCard,
  IconDialpad,
  IconNfc,
  IconPrinter,
  IconSignature,
} from '@tabler/icons-react'
import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './terminals.module.css'

const kinds = [
  ['emv', IconCpu],
  ['nfc', IconNfc],
  ['msr', IconCreditCard],
  ['pin_pad', IconDialpad],
  ['signature', IconSignature],
  ['printer', IconPrinter],
] as const

/** The capabilities of the terminal, each with an icon and a word. */
export function Capabilities({ of }: { readonly of: TerminalListItem['capabilities'] }) {
  const { t } = useTranslation('staff')
  const has = kinds.filter(([kind]) => of[kind])
  if (has.length === 0) return <span className={style.soft}>{t('capability.none')}</span>
  return (
    <span className={style.capabilities}>
      {has.map(([kind, Icon]) => (
        <span key={kind} className={style.capability}>
          <Icon size={22} aria-hidden />
          {t(`capability.${kind}`)}
        </span>
      ))}
    </span>
  )
}
