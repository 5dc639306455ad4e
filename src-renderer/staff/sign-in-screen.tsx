import { IconArrowLeft, IconClock, IconKey, IconLock, IconPasswordUser } from '@tabler/icons-react'
import { useState } from 'react'
import type { PeopleStatus } from '../../src-shared/pos/staff/staff.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { RefusalToast } from '../shell/refusal-toast.tsx'
import { run } from '../stores/command-store.ts'
import { leaveSignIn, toCounter, usePlaceStore } from '../stores/place-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { ChangeOwnPin } from './change-own-pin.tsx'
import { RecoveryForm } from './recovery-form.tsx'
import style from './sign-in.module.css'
import { SignInPin } from './sign-in-pin.tsx'
import area from './staff-area.module.css'

/** Shown while the counter is locked, and to change the signed-in person. */
export function SignInScreen() {
  const { t } = useTranslation('staff')
  const people = useSnapshot(({ staff }) => staff.people)
  const [chosen, setChosen] = useState<string | null>(null)
  const [forgotten, setForgotten] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [changing, setChanging] = useState(false)
  if (people === null) return null
  const { present } = people
  const toSell = () => {
    setTyped(null)
    leaveSignIn()
  }
  const person = people.shown.find(({ id }) => id === chosen)
  return (
    <main className={area.area} tabIndex={-1} data-place="sign_in">
      <div className={area.body}>
        {present !== null && (changing || present.must_choose_pin) ? (
          <ChangeOwnPin
            key={present.id}
            person={present}
            current={present.must_choose_pin ? typed : null}
            onLeave={() => setChanging(false)}
            onDone={toSell}
          />
        ) : forgotten ? (
          <RecoveryForm onLeave={() => setForgotten(false)} />
        ) : person === undefined ? (
          <ChoosePerson
            people={people}
            onChoose={setChosen}
            onForgotten={() => setForgotten(true)}
            onChangePin={() => setChanging(true)}
          />
        ) : (
          <SignInPin
            key={person.id}
            person={person}
            onLeave={() => setChosen(null)}
            onTyped={setTyped}
            onDone={() => {
              setChosen(null)
              // A person who returns to a counter that locked itself is already back on their page.
              if (usePlaceStore.getState().place === 'sign_in') toCounter()
            }}
          />
        )}
      </div>
      <RefusalToast t={t} />
    </main>
  )
}

interface ChoosePersonProps {
  readonly people: PeopleStatus
  readonly onChoose: (id: string) => void
  readonly onForgotten: () => void
  readonly onChangePin: () => void
}

function ChoosePerson({ people, onChoose, onForgotten, onChangePin }: ChoosePersonProps) {
  const { t } = useTranslation('staff')
  const { present } = people
  const lockedItself = usePlaceStore((state) => state.aside !== null)
  useKeys({ escape: present === null ? undefined : toCounter })
  return (
    <Page title={t(present === null ? 'people.whoIsIt' : 'people.switch')}>
      {people.damaged && (
        <Notice alert tone="bad" title={t('people.damaged')} text={t('people.damagedWords')} />
      )}
      {lockedItself && (
        <Notice tone="calm" title={t('people.lockedItself')} text={t('people.lockedItselfText')} />
      )}
      <div className={style.people}>
        {people.shown.map(({ id, name, role }) => (
          <button
            key={id}
            type="button"
            className={`${style.person} ${id === present?.id ? style.present : ''}`}
            onClick={() => onChoose(id)}
          >
            <span className={style.name}>{name}</span>
            <span className={style.role}>{t(`people.role.${role}`)}</span>
          </button>
        ))}
      </div>
      <div className={style.actions}>
        {present !== null && (
          <>
            <ActionButton
              kind="primary"
              icon={<IconArrowLeft size={24} aria-hidden />}
              label={t('header.toCounter')}
              onPress={toCounter}
            />
            <ActionButton
              icon={<IconClock size={24} aria-hidden />}
              label={t(present.at_work ? 'people.clockOut' : 'people.clockIn', { name: present.name })}
              onPress={() => void run('staff.clock', { kind: present.at_work ? 'out' : 'in' })}
            />
            <ActionButton
              icon={<IconPasswordUser size={24} aria-hidden />}
              label={t('own.change')}
              onPress={onChangePin}
            />
          </>
        )}
        {/* Together, so that the last button is never alone in a row. */}
        <div className={style.pair}>
          {present !== null && (
            <ActionButton
              icon={<IconLock size={24} aria-hidden />}
              label={t('people.lock')}
              onPress={() => void run('staff.lock', undefined)}
            />
          )}
          <ActionButton
            kind="quiet"
            icon={<IconKey size={24} aria-hidden />}
            label={t('people.forgotten')}
            onPress={onForgotten}
          />
        </div>
      </div>
    </Page>
  )
}
