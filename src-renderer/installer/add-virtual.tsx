import { IconDeviceMobilePlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Dock, Stage, splitClass, Words } from '../components/stage.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { run, useCommandStore, useRunning } from '../stores/command-store.ts'
import style from './pair-page.module.css'
import { isSerialId, nextVirtualId } from './serial-id.ts'
import { list, showView, useTerminalsStore } from './terminals-store.ts'

/** Training mode: adds a terminal that exists on this computer only. */
export function AddVirtual() {
  const { t } = useTranslation('staff')
  // Not `?? []` in the selector: a new array on each call would redraw endlessly.
  const terminals = useTerminalsStore((state) => state.terminals) ?? []
  const [hsn, setHsn] = useState(() => nextVirtualId(terminals))
  const adding = useRunning('terminals.add_virtual')
  const serial = hsn.trim()
  const taken = terminals.some((terminal) => terminal.hsn === serial)
  const ready = isSerialId(serial) && !taken && !adding
  const add = async () => {
    if (!ready) return
    await run('terminals.add_virtual', { hsn: serial })
    if (useCommandStore.getState().refusal !== null) return
    await list()
    showView({ kind: 'list' })
  }
  useKeys({ enter: () => void add() })
  const trouble = taken ? t('virtual.taken') : isSerialId(serial) ? null : t('pair.serialTrouble')
  return (
    <div className={splitClass}>
      <Stage title={t('virtual.title')} icon={<IconDeviceMobilePlus size={64} stroke={1.4} aria-hidden />}>
        <Words>{t('virtual.words')}</Words>
        <div className={style.form}>
          <Field
            label={t('pair.serial')}
            hint={t('virtual.hint')}
            trouble={trouble}
            value={hsn}
            maxLength={64}
            onChange={setHsn}
            onEnter={() => void add()}
          />
        </div>
      </Stage>
      <Dock>
        <ActionButton
          kind="primary"
          label={t(adding ? 'virtual.adding' : 'virtual.add')}
          keyHint="Enter"
          disabled={!ready}
          onPress={() => void add()}
        />
      </Dock>
    </div>
  )
}
