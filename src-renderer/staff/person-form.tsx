import { useEffect, useRef, useState } from 'react'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { nameLimit } from '../../src-shared/pos/staff/limits.ts'
import type { Person, PersonRole } from '../../src-shared/pos/staff/person.ts'
import { isNewPinLength } from '../../src-shared/pos/staff/pin-length.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field, SelectField } from '../components/field.tsx'
import { Page } from '../components/page.tsx'
import { PinInput } from '../components/pin-input.tsx'
import { showTrouble } from '../components/show-trouble.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { showRecoveryCode } from '../stores/put-aside.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { canConfirm } from './own-pin.tsx'
import style from './sign-in.module.css'

const roles: readonly PersonRole[] = ['cashier', 'manager', 'installer', 'owner']

/** The field that a refusal concerns. */
type Place = 'pin' | 'repeated' | 'current' | 'form'
const placeOf: Readonly<Partial<Record<RefusalCode, Place>>> = {
  pin_weak: 'pin',
  pin_too_short: 'pin',
  pin_needed: 'pin',
  pin_wrong: 'current',
  pin_locked: 'current',
}

interface PersonFormProps {
  /** Null for a new person. */
  readonly person: Person | null
  /** No people are set up yet: this is the owner. */
  readonly isFirst: boolean
  readonly onLeave: () => void
}

export function PersonForm({ person, isFirst, onLeave }: PersonFormProps) {
  const { t } = useTranslation('staff')
  const isSelf = useSnapshot(({ staff }) => person !== null && staff.people?.present?.id === person.id)
  const [name, setName] = useState(person?.name ?? '')
  const [role, setRole] = useState<PersonRole>(person?.role ?? (isFirst ? 'owner' : 'cashier'))
  const [pin, setPin] = useState('')
  const [repeated, setRepeated] = useState('')
  const [current, setCurrent] = useState('')
  const [trouble, setTrouble] = useState<{ readonly at: Place; readonly words: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)

  const refuse = (at: Place, words: string) => setTrouble({ at, words })
  // Runs after React has drawn main's answer.
  useEffect(() => {
    if (trouble !== null && form.current !== null) showTrouble(form.current)
  }, [trouble])
  const typing = (set: (typed: string) => void) => (typed: string) => {
    set(typed)
    setTrouble(null)
  }
  const troubleAt = (at: Place) => (trouble?.at === at ? trouble.words : null)
  const save = async (active: boolean) => {
    if (pin !== repeated) return refuse('repeated', t('pin.trouble.mismatch'))
    const asked = {
      id: person?.id ?? null,
      name: name.trim(),
      role,
      active,
      pin: pin === '' ? null : pin,
      current,
    }
    const result = await askMain('staff.save_person', asked)
    if (!result.ok) {
      const { code } = result.error
      const words = t(code === 'pin_needed' ? 'people.pinNeeded' : `refusal.${code}`)
      return refuse(placeOf[code] ?? 'form', words)
    }
    if (result.value.recovery_code !== null) showRecoveryCode(result.value.recovery_code)
    onLeave()
  }
  const isPinMissing = person === null ? !isNewPinLength(pin) : pin !== '' && !isNewPinLength(pin)
  return (
    <Page title={person?.name ?? t(isFirst ? 'people.setUp' : 'people.add')}>
      <form
        ref={form}
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          // Saving keeps an inactive person inactive; a separate button reactivates them.
          void save(person?.active ?? true)
        }}
      >
        {isFirst && <p>{t('people.firstWords')}</p>}
        <Field label={t('people.name')} value={name} onChange={setName} maxLength={nameLimit} autoFocus />
        {!isFirst && (
          <SelectField
            label={t('people.roleLabel')}
            value={role}
            options={roles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
            onChange={setRole}
          />
        )}
        <PinInput
          label={t(isFirst ? 'people.pin' : person === null ? 'people.firstPin' : 'people.newPin')}
          value={pin}
          onChange={typing(setPin)}
          trouble={troubleAt('pin')}
        />
        {!isFirst && !isSelf && <p>{t('people.firstPinWords')}</p>}
        <PinInput
          label={t('people.pinAgain')}
          value={repeated}
          onChange={typing(setRepeated)}
          trouble={troubleAt('repeated')}
        />
        <PinInput
          label={t(isFirst ? 'people.managersPin' : 'people.yourPin')}
          value={current}
          onChange={typing(setCurrent)}
          trouble={troubleAt('current')}
        />
        <p role="alert" className={style.trouble}>
          {troubleAt('form')}
        </p>
        <div className={style.actions}>
          <ActionButton
            submits
            kind="primary"
            label={t('people.save')}
            disabled={name.trim() === '' || isPinMissing || !canConfirm(current)}
          />
          {person !== null && (
            <ActionButton
              kind={person.active ? 'undo' : 'plain'}
              label={t(person.active ? 'people.leave' : 'people.comeBack')}
              disabled={!canConfirm(current)}
              onPress={() => void save(!person.active)}
            />
          )}
          <ActionButton kind="quiet" label={t('header.toPage')} onPress={onLeave} />
        </div>
      </form>
    </Page>
  )
}
