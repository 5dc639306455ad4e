import { useState } from 'preact/hooks'
import type { User } from '../../../src-shared/api/schemas/user.ts'
import { usePortal, whenIn } from '../context.ts'
import { Chip } from '../parts/chip.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { PagedList } from '../parts/list.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { usePages } from '../use-pages.ts'
import { UserForm } from './user-form.tsx'

type Step =
  | { readonly at: 'form'; readonly user: User | null }
  | { readonly at: 'status' | 'link' | 'sign_out'; readonly user: User }
  | { readonly at: 'made'; readonly url: string; readonly mailed: boolean; readonly user: User }

/** The users who may sign in. */
export function Users() {
  const { words, api, scope, session, mayWrite } = usePortal()
  const [step, setStep] = useState<Step | null>(null)
  const pages = usePages(
    (starting_after) => api.call('users.list', { ...scope, query: { limit: 20, starting_after } }),
    `users ${scope.businessId}`,
  )
  const close = () => setStep(null)
  const done = () => {
    close()
    pages.again()
  }
  return (
    <>
      {mayWrite ? (
        <p class="actions">
          <button type="button" class="primary small" onClick={() => setStep({ at: 'form', user: null })}>
            {words('user.add')}
          </button>
        </p>
      ) : null}
      <PagedList
        label={words('page.users')}
        pages={pages}
        empty={{ title: words('user.empty.title'), text: words('user.empty.text') }}
        columns={[
          {
            title: words('contractor.name'),
            isName: true,
            cell: (user) => (
              <>
                {user.first_name} {user.last_name}
                {user.id === session.user.id ? <span class="below">{words('user.you')}</span> : null}
                <span class="below">{user.email}</span>
              </>
            ),
          },
          { title: words('user.role'), cell: ({ role }) => words(`role.${role}`) },
          {
            title: words('payment.status'),
            cell: ({ status }) => (
              <Chip kind={status === 'ACTIVE' ? 'good' : 'plain'} text={words(`userStatus.${status}`)} />
            ),
          },
          {
            title: words('user.lastSignIn'),
            cell: ({ last_sign_in }) =>
              last_sign_in === null ? (
                words('user.never')
              ) : (
                <span class="day">{whenIn(words, last_sign_in)}</span>
              ),
          },
          {
            title: words('list.actions'),
            cell: (user) => (
              <div class="row-actions">
                <button type="button" class="quiet small" onClick={() => setStep({ at: 'form', user })}>
                  {words('action.edit')}
                </button>
                {user.status === 'ACTIVE' ? (
                  <>
                    <button type="button" class="quiet small" onClick={() => setStep({ at: 'link', user })}>
                      {words('user.makeLink')}
                    </button>
                    <button
                      type="button"
                      class="quiet small"
                      onClick={() => setStep({ at: 'sign_out', user })}
                    >
                      {words('user.signOutEverywhere')}
                    </button>
                  </>
                ) : null}
                {/* Users who deactivate themselves would be locked out, and might be the only ones able to undo it. */}
                {user.id === session.user.id ? null : (
                  <button type="button" class="quiet small" onClick={() => setStep({ at: 'status', user })}>
                    {words(user.status === 'ACTIVE' ? 'user.turnOff' : 'user.turnOn')}
                  </button>
                )}
              </div>
            ),
          },
        ]}
      />
      {step === null ? null : <Question step={step} setStep={setStep} close={close} done={done} />}
    </>
  )
}

function Question({
  step,
  setStep,
  close,
  done,
}: {
  readonly step: Step
  readonly setStep: (step: Step) => void
  readonly close: () => void
  readonly done: () => void
}) {
  const { words, api } = usePortal()
  if (step.at === 'form') return <UserForm user={step.user} onDone={done} onClose={close} />
  const { user } = step
  const name = `${user.first_name} ${user.last_name}`
  const params = { id: user.id }
  switch (step.at) {
    case 'status':
      return (
        <Confirm
          title={name}
          text={words(user.status === 'ACTIVE' ? 'user.turnOffText' : 'user.turnOnText')}
          action={words(user.status === 'ACTIVE' ? 'user.turnOff' : 'user.turnOn')}
          danger={user.status === 'ACTIVE'}
          run={() =>
            api.call('users.set_status', {
              params,
              body: { status: user.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE' },
            })
          }
          onDone={done}
          onClose={close}
        />
      )
    case 'sign_out':
      return (
        <Confirm
          title={name}
          text={words('user.signOutOtherText')}
          action={words('user.signOutEverywhere')}
          run={() => api.call('users.sign_out', { params })}
          onDone={done}
          onClose={close}
        />
      )
    case 'link':
      return (
        <Confirm
          title={name}
          text={words('user.makeLinkText', { email: user.email })}
          action={words('user.makeLink')}
          run={() => api.call('users.login_url', { params })}
          onDone={({ login_url, mailed }) => setStep({ at: 'made', url: login_url, mailed, user })}
          onClose={close}
        />
      )
    case 'made':
      return (
        <SecretDialog
          title={name}
          label={words('contractor.link')}
          value={step.url}
          hint={words('user.linkHint')}
          close={words('action.close')}
          onClose={close}
        >
          <p>{words(step.mailed ? 'user.linkMailed' : 'user.linkNotMailed', { email: user.email })}</p>
        </SecretDialog>
      )
  }
}
