import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHelpCircle,
} from '@tabler/icons-react'
import type { HealthState } from '../../src-shared/pos/installer-tools/health.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './health-page.module.css'

const icons: Readonly<Record<HealthState, typeof IconHelpCircle>> = {
  good: IconCircleCheckFilled,
  attention: IconAlertTriangle,
  bad: IconCircleXFilled,
  unknown: IconHelpCircle,
}

/** Shows a state by icon as well as colour, for people who cannot distinguish the colours. */
export function StateIcon({ state }: { readonly state: HealthState }) {
  const { t } = useTranslation('setup')
  const Icon = icons[state]
  return (
    <span className={style[state]}>
      <Icon size={28} role="img" aria-label={t(`health.state.${state}`)} />
    </span>
  )
}
