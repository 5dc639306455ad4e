import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { PosReply } from '../../src-shared/pos/commands.ts'
import type { PrinterTest } from '../../src-shared/pos/printing/printer-commands.ts'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { Empty, Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run } from '../stores/command-store.ts'
import { Peripherals } from './peripherals.tsx'
import { usbName } from './printer-entry.ts'
import { PrinterForm } from './printer-form.tsx'
import style from './printers.module.css'
import { ReceiptLogo } from './receipt-logo.tsx'

/** Sets up the counter's receipt printers and tests that they print. */
export function PrintersPage() {
  const { t } = useTranslation('printing')
  const [found, setFound] = useState<PosReply<'printers.list'> | null>(null)
  const [editing, setEditing] = useState<Printer | 'new' | null>(null)
  const look = async () => {
    const listed = await askMain('printers.list', undefined)
    if (listed.ok) setFound(listed.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and after each change
  useEffect(() => void look(), [])
  if (found === null) return null
  if (editing !== null) {
    return (
      <PrinterForm
        printer={editing === 'new' ? null : editing}
        onDone={() => {
          setEditing(null)
          void look()
        }}
      />
    )
  }
  return (
    <Page
      title={t('page.title')}
      tools={
        <ActionButton
          icon={<IconPlus size={26} aria-hidden />}
          label={t('page.add')}
          onPress={() => setEditing('new')}
        />
      }
    >
      {found.printers.length === 0 ? (
        <Empty
          icon={<IconPrinter size={64} stroke={1.4} aria-hidden />}
          title={t('page.none')}
          text={t('page.noneText')}
        />
      ) : (
        <ul className={style.printers}>
          {found.printers.map((printer) => (
            <PrinterCard
              key={printer.id}
              printer={printer}
              isDefault={printer.id === found.default_id}
              onChanged={look}
              onEdit={() => setEditing(printer)}
            />
          ))}
        </ul>
      )}
      {found.printers.length > 0 && <ReceiptLogo />}
      <Peripherals />
    </Page>
  )
}

function PrinterCard(props: {
  readonly printer: Printer
  readonly isDefault: boolean
  readonly onChanged: () => Promise<void>
  readonly onEdit: () => void
}) {
  const { t } = useTranslation('printing')
  const { printer, isDefault, onChanged } = props
  const { id, name, drawer, each_sale } = printer
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState(false)
  const [test, setTest] = useState<PrinterTest | 'failed' | 'drawer_failed' | 'drawer_opened' | null>(null)

  async function act(task: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setTest(null)
    await task()
    setBusy(false)
    await onChanged()
  }
  const runTest = () =>
    act(async () => {
      const tested = await askMain('printers.test', { id })
      setTest(tested.ok ? tested.value : 'failed')
    })
  const openDrawer = () =>
    act(async () => {
      const opened = await askMain('printers.open_drawer', { id })
      setTest(opened.ok ? 'drawer_opened' : 'drawer_failed')
    })
  const purposes = [
    isDefault ? t('page.default') : null,
    each_sale ? t('page.eachSale') : null,
    drawer ? t('page.drawer') : null,
  ].filter((one) => one !== null)
  return (
    <li className={style.printer} data-printer={name}>
      <h2 className={style.name}>{name}</h2>
      <p className={style.soft}>{addressWords(printer, t('page.port'))}</p>
      {purposes.length > 0 && <p>{purposes.join(' · ')}</p>}
      <TestWords test={test} busy={busy} ofSystem={printer.address.kind === 'system'} />
      <div className={style.actions}>
        <ActionButton label={t('page.test')} disabled={busy} onPress={() => void runTest()} />
        {drawer && (
          <ActionButton label={t('page.openDrawer')} disabled={busy} onPress={() => void openDrawer()} />
        )}
        <ActionButton label={t('page.change')} disabled={busy} onPress={props.onEdit} />
        {!isDefault && (
          <ActionButton
            label={t('page.choose')}
            disabled={busy}
            onPress={() => void act(async () => void (await run('printers.choose', { id })))}
          />
        )}
        {removing ? (
          <ActionButton
            kind="undo"
            label={t('page.removeSure')}
            disabled={busy}
            onPress={() => void act(async () => void (await run('printers.remove', { id })))}
          />
        ) : (
          <ActionButton kind="quiet" label={t('page.remove')} onPress={() => setRemoving(true)} />
        )}
      </div>
    </li>
  )
}

function addressWords({ address }: Printer, port: string): string {
  switch (address.kind) {
    case 'tcp':
      return `${address.host}, ${port} ${address.port}`
    case 'serial':
      return `${address.path}, ${address.baud} Bd`
    case 'usb':
      return `USB ${usbName(address)}`
    case 'system':
      return address.queue
  }
}

function TestWords({
  test,
  busy,
  ofSystem,
}: {
  readonly test: PrinterTest | 'failed' | 'drawer_failed' | 'drawer_opened' | null
  readonly busy: boolean
  readonly ofSystem: boolean
}) {
  const { t } = useTranslation('printing')
  if (busy) return <p role="status">{t('page.working')}</p>
  if (test === null) return null
  if (typeof test === 'string') {
    return (
      <Notice
        alert={test !== 'drawer_opened'}
        scrolls
        tone={test === 'drawer_opened' ? 'calm' : 'bad'}
        title={t(`test.${test}`)}
      />
    )
  }
  if (test.outcome === 'printed') {
    return <Notice scrolls tone="calm" title={t('test.printed')} text={t(`test.reports.${test.reports}`)} />
  }
  return (
    <Notice
      alert
      scrolls
      tone={test.outcome === 'perhaps' ? 'wait' : 'bad'}
      title={t(`test.${test.outcome}`)}
      {...(test.trouble === null ? {} : { text: t(`trouble.${ofSystem ? 'system' : test.trouble}`) })}
    />
  )
}
