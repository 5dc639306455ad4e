import { IconCashRegister, IconPrinter, IconPrinterOff } from '@tabler/icons-react'
import type { WaitingPrint } from '../../../src-shared/pos/printing/printers.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import style from './bar.module.css'

/** Receipts that were requested but not printed, and a drawer that did not open. Sales continue. */
export function PrintingBar() {
  const { t } = useTranslation('printing')
  const {
    waiting,
    drawer_stuck: stuck,
    not_queued: lost,
    incomplete,
  } = useSnapshot(({ printing }) => printing)
  const asked = waiting.filter(({ state }) => state === 'perhaps')
  const held = waiting.filter(({ state }) => state !== 'perhaps')
  return (
    <ul className={style.bar} aria-label={t('list')}>
      {stuck && <DrawerLine />}
      {lost.map((number) => (
        <ReprintLine
          key={`${number} not queued`}
          number={number}
          why="not_queued"
          onSeen={() => send('prints.not_queued_seen', { number })}
        />
      ))}
      {incomplete.map((number) => (
        <ReprintLine
          key={number}
          number={number}
          why="incomplete"
          onSeen={() => send('prints.incomplete_seen', { number })}
        />
      ))}
      {asked.map((one) => (
        <AskedLine key={one.id} print={one} />
      ))}
      {[...new Set(held.map(({ printer_id }) => printer_id))].map((id) => (
        <HeldLine key={id} prints={held.filter(({ printer_id }) => printer_id === id)} />
      ))}
    </ul>
  )
}

function DrawerLine() {
  const { t } = useTranslation('printing')
  return (
    <li className={style.line} data-printing="drawer">
      <IconCashRegister size={26} aria-hidden />
      <span className={style.words} role="status">
        {t('drawer')}
      </span>
      <ActionButton
        kind="quiet"
        label={t('drawerSeen')}
        onPress={() => send('prints.drawer_seen', undefined)}
      />
    </li>
  )
}

interface ReprintLineProps {
  readonly number: string
  /**
   * Not queued: it was to be printed automatically, but this computer could not record the job. Incomplete: the service
   * did not answer when it was made, so that a card's part and the shop's copy are missing.
   */
  readonly why: 'not_queued' | 'incomplete'
  readonly onSeen: () => void
}

/** A receipt that can be printed again from the book of sales. */
function ReprintLine({ number, why, onSeen }: ReprintLineProps) {
  const { t } = useTranslation('printing')
  const printing = useRunning('prints.receipt')
  return (
    <li className={style.line} data-printing={why}>
      <IconPrinterOff size={26} aria-hidden />
      <span className={style.words} role="status">
        {t(why === 'not_queued' ? 'notQueued' : 'incomplete', { name: number })}
      </span>
      <ActionButton
        label={t('print')}
        disabled={printing}
        onPress={() => send('prints.receipt', { number, kind: 'sale' })}
      />
      <ActionButton kind="quiet" label={t('drawerSeen')} onPress={onSeen} />
    </li>
  )
}

/** Only a person can see whether it was printed. */
function AskedLine({ print: { id, name } }: { readonly print: WaitingPrint }) {
  const { t } = useTranslation('printing')
  const again = useRunning('prints.again')
  const dropping = useRunning('prints.drop')
  return (
    <li className={style.line} data-printing="perhaps">
      <IconPrinter size={26} aria-hidden />
      <span className={style.words} role="status">
        {t('perhaps', { name })}
      </span>
      <ActionButton label={t('again')} disabled={again} onPress={() => send('prints.again', { id })} />
      <ActionButton
        kind="quiet"
        label={t('isPrinted')}
        disabled={dropping}
        onPress={() => send('prints.drop', { id })}
      />
    </li>
  )
}

function HeldLine({ prints }: { readonly prints: readonly WaitingPrint[] }) {
  const { t } = useTranslation('printing')
  const dropping = useRunning('prints.drop')
  const [first] = prints
  if (first === undefined) return null
  const { printer, trouble, name, id } = first
  const why = printer === null ? 'removed' : (trouble ?? 'printing')
  const what = prints.length === 1 ? name : t('several', { count: prints.length })
  return (
    <li className={style.line} data-printing={why}>
      <IconPrinterOff size={26} aria-hidden />
      <span className={style.words} role="status">
        {t(`held.${why}`, { printer: printer ?? '', what })}
      </span>
      {first.state === 'waiting' && (
        <ActionButton
          kind="quiet"
          label={t('drop', { name })}
          disabled={dropping}
          onPress={() => send('prints.drop', { id })}
        />
      )}
    </li>
  )
}
