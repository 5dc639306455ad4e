import { IconAlertTriangle } from '@tabler/icons-react'
import { ActionButton } from '../../components/action-button.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import style from './bar.module.css'

interface UnreadableLineProps {
  readonly text: string
  readonly command: `${'parked' | 'links' | 'returns'}.acknowledge_unreadable` | 'sale.acknowledge_series'
}

/** Records are missing from the counter's files, such as a payment; a person has to acknowledge that. */
export function UnreadableLine({ text, command }: UnreadableLineProps) {
  const { t } = useTranslation()
  const acknowledging = useRunning(command)
  return (
    <li className={style.line} data-parked="unreadable">
      <IconAlertTriangle size={26} aria-hidden />
      <span className={style.words} role="status">
        {text}
      </span>
      <ActionButton
        kind="quiet"
        label={t('parked.acknowledge')}
        disabled={acknowledging}
        onPress={() => send(command, undefined)}
      />
    </li>
  )
}
