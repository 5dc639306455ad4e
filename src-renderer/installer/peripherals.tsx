import { useEffect, useState } from 'react'
import type { PosReply } from '../../src-shared/pos/commands.ts'
import { type PeripheralKind, peripheralKinds } from '../../src-shared/pos/peripherals/peripheral-choices.ts'
import { baudRates } from '../../src-shared/pos/printing/printer-choices.ts'
import { askMain, onScan } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field, SelectField } from '../components/field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { examplePort } from './example-port.ts'
import style from './printers.module.css'
import { useWhileActive } from './use-while-active.ts'

type Found = PosReply<'peripherals.list'>

/** Scanner and pole display on serial ports. A keyboard scanner or a second screen needs no setup here. */
export function Peripherals() {
  const [found, setFound] = useState<Found | null>(null)
  const look = async () => {
    const listed = await askMain('peripherals.list', undefined)
    if (listed.ok) setFound(listed.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and after each change
  useEffect(() => void look(), [])
  useWhileActive(() => void look())
  if (found === null) return null
  return peripheralKinds.map((kind) => (
    <PeripheralCard
      key={`${kind} ${found[kind].port?.path}`}
      kind={kind}
      found={found[kind]}
      onChanged={look}
    />
  ))
}

function PeripheralCard(props: {
  readonly kind: PeripheralKind
  readonly found: Found[PeripheralKind]
  readonly onChanged: () => Promise<void>
}) {
  const { t } = useTranslation('printing')
  const { kind, found, onChanged } = props
  const [path, setPath] = useState(found.port?.path ?? '')
  const [baud, setBaud] = useState(String(found.port?.baud ?? 9_600))
  const saving = useRunning('peripherals.set_up')
  const ports = useSnapshot(({ installer }) => installer.devices).filter((one) => one.kind === 'serial')
  const rate = baudRates.find((one) => String(one) === baud) ?? 9_600
  const use = async (port: Found[PeripheralKind]['port']) => {
    if ((await run('peripherals.set_up', { kind, port })) === null) await onChanged()
  }
  return (
    <section className={style.printer} aria-label={t(`peripheral.${kind}`)}>
      <h2 className={style.name}>{t(`peripheral.${kind}`)}</h2>
      <p className={style.soft}>{t(`peripheral.about.${kind}`)}</p>
      {found.port !== null && (
        <p role="status">{t(found.open ? `peripheral.open.${kind}` : 'peripheral.closed')}</p>
      )}
      {kind === 'scanner' && found.open && <LastScan />}
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (path.trim() !== '') void use({ path: path.trim(), baud: rate })
        }}
      >
        {ports.length > 0 && (
          <SelectField
            label={t('form.found')}
            value={path}
            options={[
              { value: '', label: t('form.otherPort') },
              ...ports.map((one) => ({ value: one.path, label: `${one.path} ${one.name}`.trim() })),
            ]}
            onChange={setPath}
          />
        )}
        <Field
          label={t('form.path')}
          value={path}
          onChange={setPath}
          placeholder={examplePort}
          maxLength={300}
        />
        <SelectField
          label={t('form.baud')}
          value={baud}
          options={baudRates.map((one) => ({ value: String(one), label: String(one) }))}
          onChange={setBaud}
        />
        <div className={style.actions}>
          <ActionButton submits label={t('peripheral.use')} disabled={saving || path.trim() === ''} />
          {found.port !== null && (
            <ActionButton
              kind="quiet"
              label={t('page.remove')}
              disabled={saving}
              onPress={() => void use(null)}
            />
          )}
        </div>
      </form>
    </section>
  )
}

/** Shows the last scan, to prove that the scanner works. */
function LastScan() {
  const { t } = useTranslation('printing')
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => onScan(setCode), [])
  return <p role="status">{code === null ? t('peripheral.scanNow') : t('peripheral.scanned', { code })}</p>
}
