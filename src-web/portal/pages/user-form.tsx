import { useState } from 'preact/hooks'
import type { User } from '../../../src-shared/api/schemas/user.ts'
import type { PageFailure } from '../../components/ask-service.ts'
import { failureText, usePortal } from '../context.ts'
import { Choices, Dialog } from '../parts/dialog.tsx'
import { Field, Select } from '../parts/fields.tsx'
import { businessIn } from '../scope.ts'

/** Adds a user, or changes a name, an address or a role; users cannot change their own role. */
export function UserForm({
  user,
  onDone,
  onClose,
}: {
  readonly user: User | null
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { words, api, session, scope } = usePortal()
  const [first_name, setFirst] = useState(user?.first_name ?? '')
  const [last_name, setLast] = useState(user?.last_name ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const [role, setRole] = useState<User['role']>(user?.role ?? 'READ_ONLY')
  const [business, setBusiness] = useState(businessIn(session, scope) ?? '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PageFailure | null>(null)
  const mayChoose = user === null && session.level === 'partner'
  const send = async () => {
    setBusy(true)
    const fields = { first_name, last_name, email, role }
    const business_id = business === '' ? {} : { business_id: business }
    const answer =
      user === null
        ? await api.call('users.create', { body: { ...fields, ...business_id } })
        : await api.call('users.update', { params: { id: user.id }, body: fields })
    setBusy(false)
    if (answer.ok) onDone()
    else setFailure(answer.error)
  }
  const isTaken = failure?.kind === 'refused' && failure.code === 'state_conflict'
  return (
    <Dialog title={words(user === null ? 'user.add' : 'user.edit')} onClose={busy ? null : onClose}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field label={words('user.firstName')} value={first_name} onChange={setFirst} required />
        <Field label={words('user.lastName')} value={last_name} onChange={setLast} required />
        <Field label={words('user.email')} type="email" value={email} onChange={setEmail} required />
        {user?.id === session.user.id ? null : (
          <>
            <Select
              label={words('user.role')}
              value={role}
              onChange={(value) => setRole(value === 'ADMIN' ? 'ADMIN' : 'READ_ONLY')}
            >
              <option value="READ_ONLY">{words('role.READ_ONLY')}</option>
              <option value="ADMIN">{words('role.ADMIN')}</option>
            </Select>
            <p class="hint">{words('user.roleHint')}</p>
          </>
        )}
        {mayChoose ? (
          <Select label={words('user.of')} value={business} onChange={setBusiness}>
            <option value="">{words('user.ofPartner')}</option>
            {session.businesses.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        ) : null}
        {failure === null ? null : (
          <p class="field-note-wrong" role="alert">
            {isTaken ? words('user.taken') : failureText(words, failure)}
          </p>
        )}
        <Choices action={words(user === null ? 'user.add' : 'action.save')} busy={busy} onBack={onClose} />
      </form>
    </Dialog>
  )
}
