import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Person, PersonRole } from '../../src-shared/pos/staff/person.ts'
import { allRights, isWithholdable, type Right } from '../../src-shared/pos/staff/rights.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { SelectField } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { run } from '../stores/command-store.ts'
import { showRecoveryCode } from '../stores/put-aside.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { ConfirmByPin } from './own-pin.tsx'
import { PersonForm } from './person-form.tsx'
import style from './sign-in.module.css'

/** For owners: the people who work here, their rights, and when the counter locks itself. */
export function PeoplePage() {
  const { t } = useTranslation('staff')
  const people = useSnapshot(({ staff }) => staff.people)
  const dates = useDates()
  const [edited, setEdited] = useState<Person | 'new' | null>(null)
  if (edited !== null) {
    return (
      <PersonForm
        person={edited === 'new' ? null : edited}
        isFirst={people === null}
        onLeave={() => setEdited(null)}
      />
    )
  }
  const add = (
    <ActionButton
      kind="primary"
      icon={<IconUserPlus size={24} aria-hidden />}
      label={t(people === null ? 'people.setUp' : 'people.add')}
      onPress={() => setEdited('new')}
    />
  )
  if (people === null) {
    return (
      <Page named title={t('page.people')}>
        <Notice tone="calm" title={t('people.nobodyYet')} text={t('people.nobodyYetWords')}>
          {add}
        </Notice>
      </Page>
    )
  }
  return (
    <Page named title={t('page.people')} tools={add}>
      <div className={style.people}>
        {people.managed?.people.map((one) => (
          <button key={one.id} type="button" className={style.person} onClick={() => setEdited(one)}>
            <span className={style.name}>{one.name}</span>
            <span className={style.role}>
              {t(`people.role.${one.role}`)}
              {!one.active && ` · ${t('people.left')}`}
            </span>
            {one.active && one.pin_chosen_at !== null && (
              <span className={style.role}>
                {t(one.pin_of_another ? 'people.pinOfAnother' : 'people.pinChosen', {
                  when: dates.moment(one.pin_chosen_at),
                })}
              </span>
            )}
          </button>
        ))}
      </div>
      <Rights />
      <div className={style.section}>
        <AutoLock minutes={people.auto_lock_minutes} />
      </div>
      <div className={style.section}>
        <h2 className={style.heading}>{t('people.codeTitle')}</h2>
        <ConfirmByPin
          label={t('people.newCode')}
          onConfirm={async (current) => {
            const result = await askMain('staff.new_recovery_code', { current })
            if (!result.ok) return result.error
            showRecoveryCode(result.value.recovery_code)
            return null
          }}
        />
      </div>
    </Page>
  )
}

const lockTimes = [1, 2, 5, 10, 15, 30, 60]

function AutoLock({ minutes }: { readonly minutes: number }) {
  const { t } = useTranslation('staff')
  return (
    <SelectField
      label={t('people.autoLock')}
      value={String(minutes)}
      options={lockTimes.map((count) => ({ value: String(count), label: t('people.minutes', { count }) }))}
      onChange={(value) => void run('staff.set_auto_lock', { minutes: Number(value) })}
    />
  )
}

const changeable = ['cashier', 'manager', 'installer'] as const

/** Edits which of its rights the owner withholds from each role. */
function Rights() {
  const { t } = useTranslation('staff')
  const withheld = useSnapshot(({ staff }) => staff.people?.managed?.withheld)
  const [changed, setChanged] = useState<Partial<Record<PersonRole, readonly Right[]>>>({})
  const save = async (current: string) => {
    for (const role of changeable) {
      const rights = changed[role]
      if (rights === undefined) continue
      const result = await askMain('staff.withhold_rights', { role, rights: [...rights], current })
      if (!result.ok) return result.error
    }
    setChanged({})
    return null
  }
  return (
    <div className={style.section}>
      <h2 className={style.heading}>{t('people.rights')}</h2>
      {changeable.map((role) => {
        const taken: readonly string[] = changed[role] ?? withheld?.[role] ?? []
        return (
          <fieldset key={role} className={style.rights}>
            <legend>{t(`people.role.${role}`)}</legend>
            {allRights
              .filter((right) => isWithholdable(role, right))
              .map((right) => (
                <label key={right} className={style.right}>
                  <input
                    type="checkbox"
                    checked={!taken.includes(right)}
                    onChange={({ currentTarget: { checked } }) => {
                      const others = allRights.filter((one) => one !== right && taken.includes(one))
                      const rights = checked ? others : [...others, right]
                      setChanged({ ...changed, [role]: rights })
                    }}
                  />
                  {t(`people.right.${right}`)}
                </label>
              ))}
          </fieldset>
        )
      })}
      {Object.keys(changed).length > 0 && <ConfirmByPin label={t('people.saveRights')} onConfirm={save} />}
    </div>
  )
}
